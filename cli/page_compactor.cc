#include "cli/page_compactor.hh"

#include <algorithm>

#include "cli/spared.hh"

namespace ai_memory {
namespace {

std::vector<std::string> sorted(std::vector<std::string> words) {
  std::sort(words.begin(), words.end());
  return words;
}

}  // namespace

PageCompactor::PageCompactor(const Wiki& wiki, const SearchIndex& index, const DecayConfig& config,
                             std::vector<SkippedChange>* skipped)
    : wiki_(&wiki),
      skipped_(skipped),
      head_(wiki.head()),
      keep_tokens_max_(static_cast<std::size_t>(config.keep_tokens_max)),
      common_(sorted(english_stop_words())),
      refusals_(index.refusals("compact", std::to_string(kCompactionRules) + " " + std::to_string(keep_tokens_max_))) {}

Compaction PageCompactor::operator()(const SweepPage& page) {
  Compaction made;
  std::vector<SkippedChange> failed;
  if (!spared(page.path, failed, [&] { made = look_at(page); })) {
    made.refused = failed.front().why;
    if (skipped_) add_skipped(*skipped_, std::move(failed.front()));
  }
  return made;
}

Compaction PageCompactor::look_at(const SweepPage& page) {
  const Compaction not_committed{.text = "", .refused = "edited by hand and not committed yet"};
  if (wiki_->blob_at(head_, page.path.str()) != page.blob) return not_committed;
  if (auto why = refusals_.find(page.blob, page.path.str())) return {.text = "", .refused = std::move(*why)};
  const auto text = wiki_->read(page.path);
  if (!text || blob_id(*text) != page.blob) return not_committed;
  Compaction made = compact(page, *text);
  if (!made.refused.empty()) refusals_.add(page.blob, page.path.str(), made.refused);
  return made;
}

Compaction PageCompactor::compact(const SweepPage& page, const std::string& text) const {
  CompactionOptions options;
  options.keep_tokens_max = keep_tokens_max_;
  options.is_common = [this](std::string_view word) {
    return std::binary_search(common_.begin(), common_.end(), word);
  };
  return compact_page(text, {head_.substr(0, 12), page.path}, options);
}

}  // namespace ai_memory
