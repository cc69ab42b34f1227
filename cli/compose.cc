#include "cli/compose.hh"

#include <algorithm>
#include <map>

#include "cli/clock.hh"
#include "cli/nearest.hh"
#include "wiki/error.hh"
#include "wiki/front_matter.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

const std::map<std::string, std::string, std::less<>>& folder_of_kind() {
  static const std::map<std::string, std::string, std::less<>> folders = {
      {"block", "_slots"},     {"concept", "concepts"},     {"decision", "decisions"}, {"event", "events"},
      {"fact", "facts"},       {"gotcha", "gotchas"},       {"note", "notes"},         {"person", "people"},
      {"profile", "profile"},  {"procedure", "procedures"}, {"reminder", "reminders"}, {"rule", "_rules"},
      {"session", "sessions"},
  };
  return folders;
}

std::string folder_for(const PageFields& fields) {
  if (fields.kind.empty()) return fields.tier == "working" ? "scratch" : "notes";
  const auto& folders = folder_of_kind();
  if (const auto found = folders.find(fields.kind); found != folders.end()) return found->second;
  std::vector<std::string> kinds;
  for (const auto& [kind, folder] : folders) kinds.push_back(kind);
  std::string hint = did_you_mean(fields.kind, kinds);
  if (hint.empty()) hint = "give the page a PATH";
  throw Error(ErrorKind::usage, "--kind: no folder is known for `" + fields.kind + "`", hint);
}

bool differs_from_folder(const PagePath& path, const std::string& tier) {
  return !tier.empty() && tier != tier_name(default_tier(path));
}

// The keys that were asked for, without those that say what the folder says anyway.
std::vector<FrontMatterEdit> asked_edits(const PageFields& fields) {
  std::vector<FrontMatterEdit> edits;
  const auto set = [&edits](const char* key, const std::string& value) {
    if (!value.empty()) edits.push_back({key, value});
  };
  set("type", fields.kind);
  set("title", fields.title);
  set("description", fields.description);
  if (!fields.tags.empty()) edits.push_back({"tags", std::nullopt, fields.tags});
  set("tier", fields.tier);
  set("pinned", fields.pinned ? "true" : "");
  set("expires_at", fields.expires_at);
  return edits;
}

std::string fresh_block(const PagePath& path, const PageFields& fields, Timestamp now) {
  std::string block = "---\n";
  const auto add = [&block](const std::string& key, const std::string& value) {
    if (!value.empty()) block += key + ": " + value + "\n";
  };
  const auto scalar = [](const std::string& text) { return text.empty() ? text : yaml_scalar(text); };
  add("type", scalar(fields.kind.empty() ? default_kind(path) : fields.kind));
  add("title", scalar(fields.title));
  add("description", scalar(fields.description));
  std::string tags;
  for (const auto& tag : fields.tags) tags += (tags.empty() ? "" : ", ") + yaml_scalar(tag);
  add("tags", tags.empty() ? tags : "[" + tags + "]");
  if (differs_from_folder(path, fields.tier)) add("tier", fields.tier);
  add("pinned", fields.pinned ? "true" : "");
  add("expires_at", scalar(fields.expires_at));
  add("created", format_time(now));
  add("updated", format_time(now));
  return block + "---\n";
}

void refuse_broken(const FrontMatter& front_matter, const std::string& where) {
  if (const auto& problem = front_matter.problem())
    throw Error(ErrorKind::usage, where + ", line " + std::to_string(problem->line) + ": " + problem->message,
                "mend the block between the --- lines first");
}

void refuse_other_than_utf8(const char* option, const std::string& text) {
  if (!is_utf8(text))
    throw Error(ErrorKind::usage, std::string(option) + ": not UTF-8",
                "pages are text; convert it first, for example with iconv");
}

// C0, DEL and, as UTF-8 writes them, C1.
bool has_control(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 || byte == 0x7f) return true;
    if (byte == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0) return true;
  }
  return false;
}

}  // namespace

std::string parse_expiry(const std::string& text, Timestamp now) {
  if (parse_deadline(text)) return text;
  if (const auto span = parse_span(text)) return format_time(now + *span);
  throw Error(ErrorKind::usage, "--expires: not a time: " + text,
              "use a date (the page lives to its end), an RFC 3339 time, or a span: 12h, 30d, 2w");
}

void check_fields(const PageFields& fields) {
  const std::pair<const char*, const std::string*> texts[] = {
      {"--title", &fields.title}, {"--kind", &fields.kind}, {"--description", &fields.description}};
  for (const auto& [option, text] : texts) {
    refuse_other_than_utf8(option, *text);
    if (text != &fields.description && has_control(*text))
      throw Error(ErrorKind::usage, std::string(option) + ": holds a control character", "it is one line of text");
  }
  for (const auto& tag : fields.tags) check_tag(tag);
}

void check_tag(const std::string& tag) {
  refuse_other_than_utf8("--tag", tag);
  const bool control = std::any_of(tag.begin(), tag.end(), [](char c) { return static_cast<unsigned char>(c) <= ' '; });
  if (tag.empty() || control || tag.find_first_of(",[]{}#\"'") != std::string::npos)
    throw Error(ErrorKind::usage, "--tag: not a tag: " + (tag.empty() ? "(blank)" : tag),
                "one word a --tag, without spaces and , [ ] { } # quotes");
}

PagePath place_page(const Project& project, const PageFields& fields, Timestamp now) {
  std::string folder = folder_for(fields);
  std::string stem = slug(fields.title);
  if (folder == "sessions") {
    const std::string date = format_date(now);
    folder += "/" + date.substr(0, 4) + "/" + date.substr(5, 2);
    stem = date + "-" + stem;
  }
  return PagePath::create(project.str() + "/" + folder + "/" + stem + ".md");
}

std::string compose_page(const PagePath& path, const PageFields& fields, std::string_view body, Timestamp now) {
  const auto given = FrontMatter::parse(body);
  if (!given.present()) return fresh_block(path, fields, now) + std::string(body);
  refuse_broken(given, "text");
  auto edits = asked_edits(fields);
  if (fields.kind.empty() && !given.has("type")) edits.push_back({"type", default_kind(path)});
  if (!given.has("created")) edits.push_back({"created", format_time(now)});
  edits.push_back({"updated", format_time(now)});
  return edit_front_matter(body, edits);
}

std::string replace_body(std::string_view old_text, const PageFields& fields, std::string_view body, Timestamp now) {
  std::string text(body);
  if (const auto given = FrontMatter::parse(body); given.present()) {
    refuse_broken(given, "text");
  } else {
    refuse_broken(FrontMatter::parse(old_text), "the page");
    const auto split = split_front_matter(old_text);
    text = std::string(old_text.substr(0, old_text.size() - split.body.size())) + text;
  }
  auto edits = asked_edits(fields);
  edits.push_back({"updated", format_time(now)});
  return edit_front_matter(text, edits);
}

std::string append_text(std::string_view old_text, std::string_view text, Timestamp now) {
  std::string whole(old_text);
  if (!whole.empty() && whole.back() != '\n') whole += whole.find("\r\n") != std::string::npos ? "\r\n" : "\n";
  whole += text;
  const auto front_matter = FrontMatter::parse(old_text);
  if (!front_matter.present() || front_matter.problem()) return whole;
  return edit_front_matter(whole, {{"updated", format_time(now)}});
}

}  // namespace ai_memory
