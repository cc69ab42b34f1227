#include "dream/check_rewrite.hh"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <unordered_set>

#include "dream/rewrite_body.hh"
#include "dream/rewrite_checks.hh"
#include "wiki/secrets.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMostBytes = 1'000'000, kMostFindings = 500, kMostTitle = 300, kMostTold = 300, kMostRead = 2000;
constexpr std::size_t kHeadings = 200;  // bytes that a rewrite of short pages may add for its own headings

std::size_t size_of(const std::vector<RewriteSource>& sources) {
  std::size_t size = 0;
  for (const RewriteSource& source : sources) size += source.title.size() + source.body.size();
  return size;
}

// Bytes of the sentences, each once.
std::size_t distinct_size(const std::vector<RewriteText>& texts) {
  std::unordered_set<std::string_view> seen;
  std::size_t size = 0;
  for (const RewriteText& text : texts)
    for (const RewriteSentence& sentence : text.sentences)
      if (sentence.line > 0 && seen.insert(sentence.text).second) size += sentence.text.size();
  return size;
}

void check_length(RewriteComparison& all, std::string_view body) {
  const auto least = distinct_size(all.texts) / 5, most = size_of(all.sources) + kHeadings;
  const auto told = std::to_string(body.size()) + " bytes";
  if (body.size() < least) all.findings.push_back({RewriteFault::too_short, {}, told, {}, {}, 0});
  // Notes in few words become longer when they are told in sentences.
  const bool is_doubt = body.size() <= most + most / 2;
  if (body.size() > most) all.findings.push_back({RewriteFault::too_long, {}, told, {}, {}, 0, is_doubt});
}

// Words with a capital that no source has without one, and names before さん.
RewriteNames names_of(const std::vector<RewriteText>& texts) {
  RewriteNames names;
  for (const RewriteText& text : texts)
    for (const NameFound& name : text.names) {
      const bool common =
          std::any_of(texts.begin(), texts.end(), [&](const auto& other) { return other.lower.contains(name.key); });
      if (common || text.sentences[name.sentence].heading > 0) continue;
      auto& certain = names[name.key];
      certain = certain || name.certain || name.subject;
    }
  return names;
}

std::vector<RewriteText> read_all(const std::vector<RewriteSource>& sources, const RewriteNames& names,
                                  RewriteWords& words) {
  std::vector<RewriteText> texts;
  for (const RewriteSource& source : sources)
    texts.push_back(read_rewrite(bare_title(source.title), source.body, names, words));
  return texts;
}

// Where a fact belongs, who is meant and what words say is told by words, and words have more meanings than a table of
// them: that is for a person. What finds a denial says itself whether it is sure.
bool is_told_by_words(const RewriteFinding& finding) {
  constexpr std::array<std::string_view, 10> kWords = {"name",     "opposite", "word", "order", "statement",
                                                       "question", "section",  "step", "cell",  "label"};
  const bool misplaced = finding.fault == RewriteFault::misplaced && finding.kind != "code" && finding.kind != "link";
  return misplaced || (finding.fault >= RewriteFault::lost && finding.fault != RewriteFault::dropped &&
                       std::find(kWords.begin(), kWords.end(), finding.kind) != kWords.end());
}

void mark_doubts(std::vector<RewriteFinding>& findings) {
  for (RewriteFinding& finding : findings) finding.is_doubt = finding.is_doubt || is_told_by_words(finding);
}

bool has_fault(const std::vector<RewriteFinding>& findings) {
  return std::any_of(findings.begin(), findings.end(), [](const auto& finding) { return !finding.is_doubt; });
}

void compare(RewriteComparison& all, const Rewrite& rewrite, std::string_view title, std::string_view body) {
  RewriteWords& words = all.words;
  all.result_body = body;
  all.texts = read_all(all.sources, {}, words);
  all.result = read_rewrite(title, body, {}, words);
  auto names = names_of(all.texts);
  for (const NameFound& name : all.result.names)
    if (name.key[0] == 'j') names.emplace(name.key, true);
  all.texts = read_all(all.sources, names, words);
  all.result = read_rewrite(title, body, names, words);
  std::string dropped;
  for (const auto& text : rewrite.dropped) dropped += text + "\n\n";
  all.dropped = read_rewrite({}, dropped, names, words);
  check_length(all, body);
  const auto run = [&](std::initializer_list<void (*)(RewriteComparison&)> finders) {
    for (const auto find : finders) {
      all.begin_finder();
      find(all);
    }
  };
  run({find_lost_facts, find_changed_denials, find_invented_facts, find_misplaced_facts});
  // Only of a rewrite that has all facts it is worth the time to ask what it says of them.
  mark_doubts(all.findings);
  if (has_fault(all.findings)) return;
  run({find_changed_force, find_changed_numbers, find_reversed, find_turned, find_moved_parts, find_edited,
       find_changed_rows, find_changed_statements, find_changed_holders, find_changed_states, find_new_members});
  mark_doubts(all.findings);
}

// By source and place; what is about the whole first, what is about the rewrite last.
void sort_findings(const std::vector<RewriteSource>& sources, std::vector<RewriteFinding>& findings) {
  const auto rank = [&](const RewriteFinding& finding) {
    if (finding.fault < RewriteFault::lost) return std::size_t{0};
    std::size_t at = 0;
    while (finding.source && at < sources.size() && sources[at].path != *finding.source) ++at;
    return finding.source ? at + 1 : sources.size() + 1;
  };
  std::stable_sort(findings.begin(), findings.end(), [&](const RewriteFinding& a, const RewriteFinding& b) {
    const auto ra = rank(a), rb = rank(b);
    return ra != rb ? ra < rb : a.line < b.line;
  });
  if (findings.size() > kMostFindings) findings.resize(kMostFindings);
}

}  // namespace

std::string_view rewrite_fault_name(RewriteFault fault) {
  constexpr std::array<std::string_view, 12> kNames = {"too large", "empty",     "placeholder", "control",
                                                       "secret",    "too short", "too long",    "lost",
                                                       "dropped",   "invented",  "misplaced",   "broken link"};
  return kNames[static_cast<std::size_t>(fault)];
}

bool RewriteVerdict::refused() const { return has_fault(findings); }

RewriteVerdict check_rewrite(const std::vector<RewriteSource>& sources, const Rewrite& rewrite,
                             const RewriteLimits& limits) {
  std::size_t dropped = 0;
  for (const auto& text : rewrite.dropped) dropped += text.size();
  if (size_of(sources) > kMostBytes || rewrite.body.size() + rewrite.title.size() + dropped > kMostBytes)
    return {{}, {}, {{RewriteFault::too_large, {}, {}, {}, {}, 0}}};
  RewriteVerdict verdict{bare_title(rewrite.title), bare_body(rewrite.body, sources), {}};
  check_form(sources, verdict.title, verdict.body, verdict.findings);
  check_hidden(sources, verdict.body, verdict.findings);
  if (verdict.title.size() > kMostTitle)
    verdict.findings.push_back({RewriteFault::too_long, {}, "the title", {}, {}, 0});
  if (verdict.accepted()) {
    RewriteComparison all(sources, limits.max_dropped);
    compare(all, rewrite, verdict.title, verdict.body);
    verdict.findings = std::move(all.findings);
  }
  sort_findings(sources, verdict.findings);
  for (RewriteFinding& finding : verdict.findings) {
    finding.sentence = beginning_of(redact(beginning_of(finding.sentence, kMostRead)), kMostTold);
    finding.text = beginning_of(redact(beginning_of(finding.text, kMostRead)), kMostTold);
  }
  return verdict;
}

std::string describe(const RewriteFinding& finding) {
  std::string line(rewrite_fault_name(finding.fault));
  if (!finding.kind.empty()) line += " " + finding.kind;
  if (!finding.text.empty()) line += " " + finding.text;
  std::string place = finding.source ? finding.source->in_project() : std::string();
  if (finding.line > 0) place += (place.empty() ? "line " : ", line ") + std::to_string(finding.line);
  if (!finding.sentence.empty() && finding.sentence != finding.text)
    place += (place.empty() ? "" : ": ") + finding.sentence;
  return place.empty() ? line : line + " (" + place + ")";
}

}  // namespace ai_memory
