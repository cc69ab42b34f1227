#include "dream/rewrite_checks.hh"

namespace ai_memory {

void RewriteComparison::missing(std::size_t at, std::string kind, std::string text, const RewriteSentence& sentence,
                                bool is_dropped, bool is_doubt) {
  if (is_dropped && ++dropped_facts_ <= max_dropped_) return;
  const auto fault = is_dropped ? RewriteFault::dropped : RewriteFault::lost;
  add({fault, std::move(kind), std::move(text), sentence.text, sources[at].path, sentence.line,
       is_doubt && !is_dropped});
}

void RewriteComparison::about_result(RewriteFault fault, std::string kind, std::string text,
                                     const RewriteSentence& sentence, bool is_doubt) {
  add({fault, std::move(kind), std::move(text), sentence.text, {}, sentence.line, is_doubt});
}

void RewriteComparison::add(RewriteFinding finding) {
  constexpr std::size_t kMost = 2000;  // what is shown of it is cut again when its secrets are gone
  if (findings.size() >= full_at_) return;
  finding.text = beginning_of(finding.text, kMost);
  finding.sentence = beginning_of(finding.sentence, kMost);
  findings.push_back(std::move(finding));
}

std::string beginning_of(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80) --most;
  return std::string(text.substr(0, most)) + "…";
}

}  // namespace ai_memory
