#include <CLI/CLI.hpp>
#include <array>
#include <nlohmann/json.hpp>

#include "cli/answer_pages.hh"
#include "cli/chosen_project.hh"
#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/hit_print.hh"
#include "cli/open_model.hh"
#include "cli/random_mark.hh"
#include "cli/whole_number.hh"
#include "index/query.hh"
#include "wiki/error.hh"
#include "wiki/secrets.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kTokens = 2000;  // of pages, times the reasoning's factor

struct Reasoning {
  std::string_view name;
  double factor;
};
constexpr std::array<Reasoning, 5> kReasoning = {
    {{"minimal", 1}, {"low", 1.5}, {"medium", 2}, {"high", 3}, {"max", 4}}};

struct AskFlags {
  std::string reasoning = "minimal";
  std::size_t limit = 10;
  bool all_projects = false, no_touch = false;
};

struct Asked {
  std::vector<Hit> hits;
  std::optional<Answer> answer;
  std::string model, unavailable;  // why there is no answer; empty: there is
  bool failed = false;             // a model was asked, and did not give one
};

std::size_t budget(const std::string& reasoning) {
  for (const Reasoning& one : kReasoning)
    if (one.name == reasoning) return static_cast<std::size_t>(static_cast<double>(kTokens) * one.factor);
  return kTokens;
}

std::vector<Hit> find(Context& context, const AskFlags& flags) {
  const auto& stop_words = context.config().search.stop_words;
  const Query query = parse_query(context.text(), stop_words.empty() ? english_stop_words() : stop_words);
  SearchOptions options;
  options.project = project_to_show(context, flags.all_projects);
  options.decay = context.config().decay;
  options.limit = flags.limit;
  return context.index(false).search(context.wiki(), query, options, context.now());
}

void ask_model(Context& context, const AskFlags& flags, const std::vector<AnswerPage>& pages, Asked& asked) {
  const LlmConfig& settings = context.config().llm;
  const AnswerQuestion question{context.text(), context.now(),
                                static_cast<int>(500 * budget(flags.reasoning) / kTokens)};
  std::string mark;
  do {
    mark = random_mark();
  } while (!is_good_mark(mark, question, pages));
  const auto model = open_model(settings, context.index_unsynced(), context.now());
  const ModelReply reply = model->ask(answer_request(question, pages, mark), {});
  asked.model = reply.model;
  asked.failed = true;
  if (reply.fault != ModelFault::none) {
    asked.unavailable = reply.why + (reply.hint.empty() ? "" : " (" + reply.hint + ")");
    return;
  }
  try {
    asked.answer = parse_answer(reply.text, pages);
    asked.answer->text = redact(asked.answer->text);
    asked.failed = false;
  } catch (const Error& error) {
    asked.unavailable = reply.model + ": the answer " + error.what();
  }
}

Asked find_and_ask(Context& context, const AskFlags& flags) {
  Asked asked{.hits = find(context, flags)};
  const auto pages = answer_pages(context.wiki(), asked.hits, budget(flags.reasoning));
  asked.unavailable = missing_for_model(context.config().llm);
  if (asked.unavailable.empty() && pages.empty()) asked.unavailable = "no page has anything on it";
  if (asked.unavailable.empty()) ask_model(context, flags, pages, asked);
  if (flags.no_touch) return asked;
  std::vector<PagePath> used;
  if (asked.answer)
    used = asked.answer->sources;
  else
    for (const Hit& hit : asked.hits) used.push_back(hit.path);
  context.index(false).record_access(used, context.actor(), context.now());
  return asked;
}

void print_json(Context& context, const Asked& asked) {
  auto document = json_document();
  document["question"] = context.text();
  document["scope"] = json_scope(context.scope());
  if (asked.answer) {
    document["answer"] = asked.answer->text;
    document["found"] = asked.answer->found;
    document["sources"] = nlohmann::ordered_json::array();
    for (const PagePath& source : asked.answer->sources) document["sources"].push_back(source.str());
    document["model"] = asked.model;
  } else {
    document["answer_unavailable"] = asked.unavailable;
  }
  document["hits"] = nlohmann::ordered_json::array();
  for (const Hit& hit : asked.hits) document["hits"].push_back(json_hit(hit));
  context.out().json(document);
}

void print_text(Context& context, const Asked& asked) {
  Output& out = context.out();
  if (asked.answer) {
    out.page_text(asked.answer->text + (asked.answer->text.ends_with('\n') ? "" : "\n"));
    for (const PagePath& source : asked.answer->sources)
      out.line("  " + out.paint(Style::green, one_line(context.shown(source))));
    if (!asked.answer->found) out.tell("(the pages do not say; `ai-memory search` shows what there is)");
    return;
  }
  out.page();
  for (const Hit& hit : asked.hits) print_hit(context, hit, false);
  if (asked.hits.empty()) out.say("no results");
  if (!asked.failed) out.tell("(no answer: " + asked.unavailable + ")");
}

int ask(Context& context, const AskFlags& flags) {
  const Asked asked = find_and_ask(context, flags);
  if (context.options().json)
    print_json(context, asked);
  else
    print_text(context, asked);
  if (!asked.failed) return kExitOk;
  context.out().warn("no answer: " + asked.unavailable);
  return kExitWithWarnings;
}

}  // namespace

Runner setup_ask(CLI::App& app) {
  auto flags = std::make_shared<AskFlags>();
  app.footer(
      "Everything that is no option above is the question. Without a language model it shows what a search finds.");
  std::vector<std::string> names;
  for (const Reasoning& one : kReasoning) names.emplace_back(one.name);
  app.add_option("--reasoning", flags->reasoning,
                 "How much the model is given to read, and may say: minimal (about 2000 "
                 "tokens), low, medium, high or max (8000)")
      ->check(CLI::IsMember(names))
      ->type_name("LEVEL");
  app.add_option("--limit", flags->limit, "Read N pages at most")->check(whole_number(1))->type_name("N");
  app.add_flag("--all-projects", flags->all_projects, "Look in every project");
  app.add_flag("--no-touch", flags->no_touch, "Do not count this as a use of the pages");
  return [flags](Context& context) { return ask(context, *flags); };
}

}  // namespace ai_memory
