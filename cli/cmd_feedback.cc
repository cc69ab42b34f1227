#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/apply.hh"
#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/page_json.hh"
#include "cli/problems.hh"
#include "wiki/error.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

constexpr double kLeastSalience = 0.25, kMostSalience = 2.0, kStep = 0.25;

struct FeedbackOptions {
  std::string page, verdict, reason;
};

double salience_after(double salience, const std::string& verdict) {
  if (verdict == "helpful") return std::min(salience + kStep, kMostSalience);
  if (verdict == "unhelpful") return std::max(salience - kStep, kLeastSalience);
  return kLeastSalience;
}

std::string number_text(double value) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.6g", value);
  return buffer.data();
}

// Broken front matter cannot be edited line by line; the person must mend it first.
void refuse_protected(const Page& page, const std::string& name) {
  if (const auto& problem = page.front_matter.problem()) {
    throw Error(ErrorKind::failed, name + ":" + std::to_string(problem->line) + ": " + problem->message,
                "mend the front matter; nothing was changed");
  }
}

fsrs6::Grade grade(const std::string& verdict) {
  return verdict == "helpful" ? fsrs6::Grade::easy : verdict == "unhelpful" ? fsrs6::Grade::hard : fsrs6::Grade::again;
}

Changeset make_changes(const PagePath& path, const std::string& text, const std::string& salience,
                       const std::string& verdict, const std::string& reason, Timestamp now) {
  Changeset set;
  set.changes.push_back({path, edit_front_matter(text, {{"salience", salience}}), blob_id(text), reason});
  set.subject = "feedback: " + path.display() + " is " + verdict;
  set.source = "feedback";
  set.now = now;
  set.put_file_when_locked = true;
  return set;
}

int feedback(Context& context, const FeedbackOptions& options) {
  Output& out = context.out();
  const bool dry_run = context.options().dry_run;
  const PagePath path = context.page(options.page);
  const std::string name = one_line(context.shown(path));
  const std::string text = context.wiki().read(path).value();
  const Page page = parse_page(path, text);
  refuse_unreadable(context, path, text);
  refuse_protected(page, name);
  const double after = salience_after(page.salience, options.verdict);
  const std::string salience = number_text(after);

  const bool changes = after != page.salience;
  const Changeset set = changes ? make_changes(path, text, salience, options.verdict,
                                               without_secrets(context, "--reason", options.reason), context.now())
                                : Changeset{};
  const CommitId commit = changes && !dry_run ? apply(context, set).commit : CommitId{};
  if (!dry_run) context.index().record_review(path, grade(options.verdict), context.actor(), context.now());
  if (context.options().json) {
    auto document = json_document();
    document["path"] = path.str();
    document["verdict"] = options.verdict;
    document["dry_run"] = dry_run;
    document["salience"] = {{"before", page.salience}, {"after", after}};
    document["commit"] = json_commit(commit);
    out.json(document);
  } else if (!changes) {
    out.say(name + ": salience stays " + salience + ", the " + (after == kMostSalience ? "highest" : "lowest") +
            " there is");
  } else if (context.options().quiet && !dry_run) {
    out.line(name);
  } else {
    out.say(name + ": salience " + (dry_run ? "would go " : "") + number_text(page.salience) + " → " + salience);
    if (dry_run) out.diff(unified_diff(path.str(), text, set.changes[0].content));
  }
  return kExitOk;
}

}  // namespace

Runner setup_feedback(CLI::App& app) {
  auto options = std::make_shared<FeedbackOptions>();
  app.add_option("PATH", options->page, "The page")->required();
  app.add_option("VERDICT", options->verdict, "helpful, unhelpful, stale or wrong")
      ->required()
      ->check(CLI::IsMember({"helpful", "unhelpful", "stale", "wrong"}));
  app.add_option("--reason", options->reason, "Why; goes into the history")->type_name("TEXT");
  return [options](Context& context) { return feedback(context, *options); };
}

}  // namespace ai_memory
