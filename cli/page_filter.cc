#include "cli/page_filter.hh"

#include <CLI/CLI.hpp>

#include "cli/clock.hh"
#include "cli/whole_number.hh"

namespace ai_memory {

void add_page_filter(CLI::App& app, PageFilter& filter) {
  app.add_option("--kind", filter.kinds, "Only this kind (may be repeated)")
      ->type_name("KIND")
      ->allow_extra_args(false);
  app.add_option("--tier", filter.tiers, "Only this tier (may be repeated)")
      ->type_name("TIER")
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"working", "episodic", "semantic", "procedural", "unknown"}));
  app.add_option("--tag", filter.tags, "Only with this tag (repeated: with all of them)")
      ->type_name("TAG")
      ->allow_extra_args(false)
      ->transform([](std::string tag) { return tag.starts_with('#') ? tag.substr(1) : tag; });
  app.add_option("--since", filter.since, "Only changed since a date, an RFC 3339 time, or a span back (30d, 12h)")
      ->type_name("TIME")
      ->check([](const std::string& text) {
        return is_since(text) ? std::string()
                              : "not a value it takes: " + text + "; it takes " + std::string(kSinceForms);
      });
  app.add_flag("--all-projects", filter.all_projects, "In every project");
}

void add_limit(CLI::App& app, std::size_t& limit) {
  app.add_option("--limit", limit, "At most N")->type_name("N")->check(whole_number(1));
}

}  // namespace ai_memory
