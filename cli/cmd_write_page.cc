#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/apply.hh"
#include "cli/body.hh"
#include "cli/command.hh"
#include "cli/compose.hh"
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

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// A page that some file systems could not tell from `path`, or that a person would take for it (A06).
void refuse_twin(Context& context, const PagePath& path) {
  const std::string key = twin_key(path.str());
  for (const auto& file : context.wiki().scan()) {
    // Lengths of ASCII names do not change by folding; saves folding nearly every name of a large wiki.
    if (is_ascii(file.path.str()) && file.path.str().size() != key.size()) continue;
    if (file.path == path || twin_key(file.path.str()) != key) continue;
    throw Error(ErrorKind::conflict, context.shown(path) + ": differs only in case from " + context.shown(file.path),
                "choose another name, or write to the page that is there");
  }
}

// A colon in a page's name must not make a project by accident.
void refuse_new_project(Context& context, const std::string& typed, const PagePath& path) {
  const auto colon = typed.find(':');
  const Project project = path.project();
  if (colon == std::string::npos || colon == 0 || typed[0] == '/' || project == context.scope().project) return;
  const auto files = context.wiki().scan();
  if (std::any_of(files.begin(), files.end(), [&](const PageFile& file) { return file.path.project() == project; }))
    return;
  const std::string name = typed.substr(0, colon);
  throw Error(ErrorKind::usage, typed + ": there is no project `" + name + "` yet",
              "what stands before a colon names a project: write the page's name without it, or start the project "
              "with -p '" +
                  name + "'");
}

PagePath choose_path(Context& context, const WriteOptions& options) {
  if (options.path.empty()) {
    if (options.fields.title.empty())
      throw Error(ErrorKind::usage, "write-page: the page has no name", "give a PATH or --title");
    return place_page(context.scope().project, options.fields, context.now());
  }
  const PagePath typed = context.page_argument(options.path);
  // A page above the projects is not meant by a name in another project.
  const bool elsewhere = typed.project() == Project{} && context.scope().project != Project{};
  if (context.wiki().read(typed) && (!elsewhere || options.path.find(':') != std::string::npos)) return typed;
  const PagePath path = context.new_page_argument(options.path);
  refuse_new_project(context, options.path, path);
  return path;
}

Changeset plan(Context& context, const WriteOptions& options) {
  const PagePath path = choose_path(context, options);
  const auto old_text = context.wiki().read(path);
  if (old_text && !options.overwrite)
    throw Error(ErrorKind::conflict, context.shown(path) + ": there is such a page already",
                "--overwrite replaces its text, `append` adds to it; git keeps what it says now");
  if (!old_text) refuse_twin(context, path);
  const std::string body = read_body(options.body);
  Change change{.path = path,
                .content = old_text ? replace_body(*old_text, options.fields, body, context.now())
                                    : compose_page(path, options.fields, body, context.now()),
                .base = old_text ? blob_id(*old_text) : BlobId(),
                .reason = {}};
  refuse_too_large(context, path, *change.content);
  return {.changes = {std::move(change)},
          .subject = "write " + path.in_project() + " in " + path.project().name,
          .source = "write-page",
          .now = context.now(),
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
  const Changeset changes = plan(context, options);
  warn_if_expired(context, options, changes.changes.front());
  if (context.options().dry_run) return print_dry_run(context, changes), kExitOk;
  const CommitResult result = apply(context, changes);
  print_written(context, changes.changes.front().path, result);
  tell_project(context, changes.changes.front().path);
  return kExitOk;
}

}  // namespace

Runner setup_write_page(CLI::App& app) {
  auto options = std::make_shared<WriteOptions>();
  auto& fields = options->fields;
  app.add_option("PATH", options->path, "The page, as in notes/plan; without it the title and kind decide");
  app.add_option("--title", fields.title, "Its title");
  app.add_option("--kind", fields.kind,
                 "note, session, decision, concept, gotcha, procedure, rule, fact, person, event, …");
  app.add_option("--tier", fields.tier, "How long it is kept, if not as its folder says")
      ->check(CLI::IsMember({"working", "episodic", "semantic", "procedural"}));
  app.add_option("--tag", fields.tags, "A tag (may be repeated)")->allow_extra_args(false);
  app.add_option("--description", fields.description, "One line on what it holds");
  app.add_option("--expires", fields.expires_at, "When a sweep removes it: a date, an RFC 3339 time, or a span (30d)");
  app.add_flag("--pinned", fields.pinned, "Never let it fade");
  app.add_flag("--overwrite", options->overwrite, "Replace the text of a page that is there");
  add_body_options(app, options->body);
  return [options](Context& context) { return write_page(context, *options); };
}

}  // namespace ai_memory
