#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/apply.hh"
#include "cli/body.hh"
#include "cli/command.hh"
#include "cli/compose.hh"
#include "cli/new_page.hh"
#include "cli/problems.hh"
#include "wiki/error.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

struct WriteOptions {
  std::string path;
  PageFields fields;
  BodyOptions body;
  bool overwrite = false;
};

PagePath choose_path(Context& context, const WriteOptions& options) {
  if (!options.path.empty()) return page_to_write(context, options.path);
  if (options.fields.title.empty())
    throw Error(ErrorKind::usage, "write-page: the page has no name", "give a PATH or --title");
  return place_page(context.scope().project, options.fields, context.now());
}

// Where the text goes, and what stands there now. Asked before a text is: nobody types one for nothing.
struct Place {
  PagePath path;
  std::optional<std::string> old_text;
};

Place find_place(Context& context, const WriteOptions& options) {
  const PagePath path = choose_path(context, options);
  Place place{path, context.wiki().read(path)};
  if (place.old_text && !options.overwrite)
    throw Error(ErrorKind::conflict, context.shown(path) + ": there is such a page already",
                "--overwrite replaces its text, `append` adds to it; git keeps what it says now");
  if (!place.old_text) refuse_twin(context, path);
  return place;
}

Changeset plan(Context& context, const Place& place, const PageFields& fields, const GivenText& body) {
  const auto& [path, old_text] = place;
  Change change{.path = path,
                .content = old_text ? replace_body(*old_text, fields, body.text, body.time)
                                    : compose_page(path, fields, body.text, body.time),
                .base = old_text ? blob_id(*old_text) : BlobId(),
                .reason = {}};
  refuse_too_large(context, path, *change.content);
  return {.changes = {std::move(change)},
          .subject = "write " + path.in_project() + " in " + path.project().name,
          .source = "write-page",
          .now = body.time,
          .put_file_when_locked = true};
}

// By --expires, or by a block in the text that was given.
void warn_if_expired(Context& context, const WriteOptions& options, const Change& change) {
  const Page page = parse_page(change.path, *change.content);
  if (!page.expires_at || *page.expires_at > context.now()) return;
  const std::string_view origin = options.fields.expires_at.empty() ? "expires_at" : "--expires";
  context.out().warn(std::string(origin) + ": " + page.front_matter.text("expires_at").value_or("") +
                     " is past; the next sweep removes the page");
}

int write_page(Context& context, WriteOptions options) {
  check_fields(options.fields);
  auto& expiry = options.fields.expires_at;
  if (!expiry.empty()) expiry = parse_expiry(expiry, context.now());
  const Place place = find_place(context, options);
  GivenText body = read_text(context, options.body, place.path);
  return body.keeping([&] {
    const Changeset changes = plan(context, place, options.fields, body);
    warn_if_expired(context, options, changes.changes.front());
    if (context.options().dry_run) return print_dry_run(context, changes), kExitOk;
    const CommitResult result = apply(context, changes);
    print_written(context, place.path, result);
    tell_project(context, place.path);
    return kExitOk;
  });
}

}  // namespace

Runner setup_write_page(CLI::App& app) {
  auto options = std::make_shared<WriteOptions>();
  auto& fields = options->fields;
  app.add_option("PATH", options->path, "The page, as in notes/plan; without it the title and kind decide");
  app.add_option("--title", fields.title, "Its title");
  app.add_option("--kind", fields.kind,
                 "note, session, decision, concept, gotcha, procedure, rule, fact, person, event, …")
      ->type_name("KIND");
  app.add_option("--tier", fields.tier, "How long it is kept, if not as its folder says")
      ->type_name("TIER")
      ->check(CLI::IsMember({"working", "episodic", "semantic", "procedural"}));
  app.add_option("--tag", fields.tags, "A tag (may be repeated)")->allow_extra_args(false)->type_name("TAG");
  app.add_option("--description", fields.description, "One line on what it holds");
  app.add_option("--expires", fields.expires_at, "When a sweep removes it: a date, an RFC 3339 time, or a span (30d)")
      ->type_name("TIME");
  app.add_flag("--pinned", fields.pinned, "Never let it fade");
  app.add_flag("--overwrite", options->overwrite, "Replace the text of a page that is there");
  add_body_options(app, options->body);
  return [options](Context& context) { return write_page(context, *options); };
}

}  // namespace ai_memory
