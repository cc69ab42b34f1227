#include "cli/examine.hh"

#include <map>

#include "cli/left_drafts.hh"
#include "cli/problems.hh"
#include "cli/sentence_encoder.hh"
#include "decay/lint_page.hh"
#include "index/glossary.hh"
#include "index/minilm/model.hh"
#include "wiki/conflict.hh"
#include "wiki/error.hh"
#include "wiki/page.hh"
#include "wiki/repair.hh"

namespace ai_memory {
namespace {

using Level = Finding::Level;

constexpr std::size_t kPagesNamed = 10;

Finding fault_from(const std::string& what, const std::exception& error) {
  const auto* ours = dynamic_cast<const Error*>(&error);
  return {Level::fault, what, error.what(), ours == nullptr ? "" : ours->hint()};
}

// A finding for each of the first few pages that are alike in something.
class PageFindings {
 public:
  PageFindings(std::vector<Finding>& found, std::string hint) : found_(found), hint_(std::move(hint)) {}
  void add(const std::string& cause, const std::string& own_hint = {}) {
    if (++count_ <= kPagesNamed) found_.push_back({Level::warning, "page", cause, own_hint.empty() ? hint_ : own_hint});
  }
  // True if there was none.
  bool finish() {
    const std::string more = std::to_string(count_ - kPagesNamed) + " more like these";
    if (count_ > kPagesNamed) found_.push_back({Level::warning, "pages", "and " + more, {}});
    return count_ == 0;
  }

 private:
  std::vector<Finding>& found_;
  std::string hint_;
  std::size_t count_ = 0;
};

// "path:line: message"
std::string at_line(const LintFinding& finding) {
  const std::string line = finding.line > 0 ? ":" + std::to_string(finding.line) : "";
  return finding.path.str() + line + ": " + finding.message;
}

// A page's findings of one kind in one line; empty if there are none. Of several the first is told, and the lines of
// the others, each with what sets it apart.
std::string in_one_line(const std::vector<LintFinding>& findings, LintKind kind) {
  std::string text;
  std::size_t count = 0;
  for (const auto& finding : findings) {
    if (finding.kind != kind) continue;
    if (++count == 1)
      text = at_line(finding);
    else
      text += (count == 2 ? ", also line " : ", line ") + std::to_string(finding.line) + " (" + finding.what + ")";
  }
  return text;
}

// Front matter that cannot be read, text that is none, secrets, and names that some file systems take for the same.
void examine_pages(Context& context, std::vector<Finding>& found) {
  std::size_t pages = 0;
  PageFindings faults(found, "mend it in an editor");
  PageFindings secrets(found, "take it out and change the secret itself: history keeps the text (`ai-memory purge`)");
  PageFindings twins(found, "rename one: some file systems, and git on them, keep only one of the two");
  PageFindings markers(found, "bring the two versions together in an editor, and take git's marks out");
  PageFindings copies(found, "a sync tool saw two versions: bring them together, then delete the copy");
  PageFindings future(found, "until the clock has passed it the page counts as written just now: set it right");
  std::map<std::string, PagePath> names;
  for (const auto& file : context.wiki().scan()) {
    const auto text = context.wiki().read(file.path);
    if (!text) continue;
    ++pages;
    const auto [twin, first] = names.emplace(twin_key(file.path.str()), file.path);
    if (!first) twins.add(file.path.str() + ": differs only in case or Unicode form from " + twin->second.str());
    if (const auto problems = problems_of(file.path, *text); !problems.empty())
      faults.add(problems.front(), hint_if_no_text(context, file.path, *text));
    const auto found_in = lint_page(parse_page(file.path, *text), *text, context.now(), {});
    for (auto [kind, list] : {std::pair{LintKind::future_date, &future},
                              std::pair{LintKind::conflict_markers, &markers}, std::pair{LintKind::secret, &secrets}})
      if (const auto cause = in_one_line(found_in, kind); !cause.empty()) list->add(cause);
    if (const auto original = original_of_copy(file.path); original && context.wiki().read(*original))
      copies.add(file.path.str() + ": is a conflict copy of " + original->str());
  }
  const bool sound =
      faults.finish() & secrets.finish() & twins.finish() & markers.finish() & copies.finish() & future.finish();
  if (sound)
    found.push_back({Level::good, "pages", std::to_string(pages) + (pages == 1 ? " page" : " pages") + " read", {}});
}

void examine_settings(Context& context, std::vector<Finding>& found) {
  for (const auto& warning : context.config().warnings) found.push_back({Level::warning, "settings", warning, {}});
  std::error_code none;
  const auto file = context.config_file();
  const std::string source = std::filesystem::exists(file, none) ? file.string() : "the defaults; there is no file";
  if (context.config().warnings.empty()) found.push_back({Level::good, "settings", source, {}});
}

void examine_work(Context& context, std::vector<Finding>& found) {
  std::size_t ignored = 0;
  for (const auto& edit : context.wiki().hand_edits()) ignored += edit.state == HandEdit::State::ignored;
  if (ignored > 0)
    found.push_back({Level::note, "pages", std::to_string(ignored) + " that git ignores: found, never kept in history",
                     "`git check-ignore -v` in the wiki tells by which rule"});
  if (const auto error = context.index().meta("last_error").value_or(""); !error.empty())
    found.push_back({Level::warning, "last sweep", "failed: " + error, {}});
}

// The files that vectors are made with, against the checksums in them.
void examine_encoder(Context& context, std::vector<Finding>& found) {
  const auto tell = [&found](const std::filesystem::path& file, const std::string& damage) {
    if (damage.empty())
      found.push_back({Level::good, file.string(), "as it was made", {}});
    else
      found.push_back({Level::fault, file.string(), damage,
                       "`ai-memory embed --install` makes it anew, then `ai-memory embed --all` the vectors"});
  };
  if (context.config().embedding.provider != "local") return;
  const auto model = find_model(context.config(), context.home());
  if (model) tell(*model, minilm::Model::open(*model).damage());
  const auto glossary = find_glossary(context.config(), context.home());
  if (model && glossary) tell(*glossary, Glossary::open(*glossary).damage());
}

// Text of a person that no page has, and what is left of those that a page has.
void examine_drafts(Context& context, Examination& examination) {
  for (const auto& draft : left_drafts(context.wiki())) {
    if (draft.in_page) {
      examination.drafts_to_go.push_back(draft.file.parent_path());
      continue;
    }
    examination.findings.push_back({Level::note, draft.page ? draft.page->str() : draft.file.filename().string(),
                                    "a command killed on " + format_time(draft.changed) + " left what was typed",
                                    "`" + compare_command(context.wiki(), draft) + "` shows it; remove " +
                                        draft.file.parent_path().string() + " when it is not needed"});
  }
  const auto count = examination.drafts_to_go.size();
  if (count > 0)
    examination.repairs.push_back("remove " + std::to_string(count) + (count == 1 ? " draft" : " drafts") +
                                  " of killed edits, whose text is in the page");
}

}  // namespace

Examination examine(Context& context, bool every_object) {
  Examination examination;
  auto& found = examination.findings;
  const auto attempt = [&found](const std::string& what, const auto& look) {
    try {
      look();
      return true;
    } catch (const std::exception& error) {
      found.push_back(fault_from(what, error));
      return false;
    }
  };
  const bool settings = attempt("settings", [&] { examine_settings(context, found); });
  bool usable = settings;
  attempt("wiki", [&] {
    for (auto& finding : examine_wiki(context.home(), context.now(), every_object)) {
      usable = usable && finding.level != Level::fault;
      found.push_back(std::move(finding));
    }
  });
  attempt("repair", [&] { examination.repairs = plan_repair(context.home()); });
  if (!usable || !attempt("wiki", [&] { context.wiki(); })) return examination;
  attempt("pages", [&] { examine_pages(context, found); });
  attempt("drafts", [&] { examine_drafts(context, examination); });
  attempt("search index", [&] {
    for (auto& finding : context.index().examine(context.wiki())) {
      examination.index_is_wrong = examination.index_is_wrong || finding.level == Level::fault;
      found.push_back(std::move(finding));
    }
    if (examination.index_is_wrong) examination.repairs.push_back("make the search index anew from the wiki");
  });
  if (every_object) attempt("sentence encoder", [&] { examine_encoder(context, found); });
  attempt("changes", [&] { examine_work(context, found); });
  return examination;
}

void repair(Context& context, const Examination& found) {
  repair_wiki(context.home(), context.now());
  for (const auto& folder : found.drafts_to_go) std::filesystem::remove_all(folder);
  if (found.index_is_wrong) context.index_unsynced().reindex(context.wiki(), context.now());
}

}  // namespace ai_memory
