// Any pages and any rewrite of them: what is found lies in them, secrets are not told, and a copy of one page is
// accepted, unless it is empty, a placeholder, no text or has a secret.
#include <algorithm>

#include "dream/check_rewrite.hh"
#include "tests/fuzz/fuzz.hh"
#include "wiki/secrets.hh"

using namespace ai_memory;

namespace {

bool is_of_form(const RewriteVerdict& verdict) {
  return std::none_of(verdict.findings.begin(), verdict.findings.end(),
                      [](const RewriteFinding& finding) { return finding.fault <= RewriteFault::secret; });
}

void check_findings(const RewriteVerdict& verdict, const std::vector<RewriteSource>& sources) {
  constexpr std::size_t kMost = 500;
  require(verdict.findings.size() <= kMost);
  for (const RewriteFinding& finding : verdict.findings) {
    require(find_secrets(finding.sentence).empty() && find_secrets(finding.text).empty());
    require(finding.fault != RewriteFault::lost || finding.source || finding.kind == "negation");
    const auto is_it = [&](const RewriteSource& source) { return finding.source && source.path == *finding.source; };
    require(!finding.source || std::any_of(sources.begin(), sources.end(), is_it));
    require(!describe(finding).empty());
  }
}

}  // namespace

void check(std::string_view bytes) {
  auto parts = parts_of(bytes);
  const std::string body = parts[0];
  parts.erase(parts.begin());
  if (parts.empty()) parts.push_back(body);
  constexpr std::size_t kMostSources = 4;
  parts.resize(std::min(parts.size(), kMostSources));
  std::vector<RewriteSource> sources;
  for (const std::string& part : parts)
    sources.push_back({PagePath::existing("a/b/p" + std::to_string(sources.size()) + ".md"), part.substr(0, 20), part});
  const Rewrite rewrite{"Title", body, {body.substr(0, body.size() / 2)}};
  const auto verdict = check_rewrite(sources, rewrite);
  check_findings(verdict, sources);
  require(check_rewrite(sources, rewrite).findings.size() == verdict.findings.size());

  for (const RewriteSource& source : sources) {
    const auto copy = check_rewrite({source}, {source.title, source.body, {}});
    require(copy.accepted() || !is_of_form(copy));
    require(!copy.accepted() || copy.body == source.body);
  }
}
