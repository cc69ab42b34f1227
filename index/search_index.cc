#include "index/search_index.hh"

#include <utility>

#include "index/near_lists.hh"
#include "index/schema.hh"
#include "index/search_index_impl.hh"
#include "wiki/git_lock.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

constexpr int kEmbedWaitSecs = 10;

}  // namespace

SearchIndex::SearchIndex(const std::filesystem::path& state_dir, Timestamp now, const SearchConfig& config)
    : impl_(std::make_unique<Impl>()) {
  impl_->file = state_dir / "memory.sqlite";
  impl_->config = config;
  std::error_code ignored;  // what is wrong with the folder shows when the file is opened
  std::filesystem::create_directories(state_dir, ignored);
  impl_->sidecar = open_sidecar(impl_->file, now);
}

void SearchIndex::wait_for_writers(std::chrono::seconds most) {
  impl_->database().set_patience(int(most.count()) * 1000);
}

SearchIndex::~SearchIndex() = default;
SearchIndex::SearchIndex(SearchIndex&&) noexcept = default;
SearchIndex& SearchIndex::operator=(SearchIndex&&) noexcept = default;

const std::vector<std::string>& SearchIndex::notices() const { return impl_->sidecar.notices; }

void SearchIndex::use(std::function<std::unique_ptr<Embedder>()> embedder) {
  impl_->make_embedder = std::move(embedder);
}

Embeddings* SearchIndex::Impl::meaning() {
  if (auto make = std::exchange(make_embedder, nullptr); make) {
    embedder = make();
    if (embedder)
      embeddings = std::make_unique<Embeddings>(database(), file.parent_path(), *embedder, sidecar.writable);
  }
  return embeddings.get();
}

EmbedReport SearchIndex::embed(const Wiki& wiki, const std::function<bool()>& go_on) {
  if (!impl_->sidecar.writable || !impl_->meaning()) return {};
  // Two at once would ask twice for the same texts. Who has little time leaves it to the other.
  const fs::path file = impl_->file.parent_path() / "embed.lock";
  auto lock = FileLock::try_lock(file);
  if (!lock && go_on) return {.waiting = impl_->meaning()->waiting()};
  if (!lock) lock.emplace(file, kEmbedWaitSecs, "pages are being given their vectors");
  const EmbedReport report = impl_->meaning()->catch_up(wiki, go_on);
  if (const NearFrom from = near_from(); from.ever()) impl_->relate(from);
  return report;
}

std::size_t SearchIndex::attach_vectors(const Wiki& wiki) {
  return impl_->sidecar.writable && impl_->meaning() ? impl_->meaning()->attach(wiki) : 0;
}

EmbeddingState SearchIndex::embeddings() const {
  const Embeddings* const meaning = impl_->meaning();
  if (!meaning) return {};
  return {impl_->embedder->id(), impl_->embedder->knows_meaning(),
          meaning->embedded(),   meaning->waiting(),
          meaning->failed(),     meaning->fault()};
}

bool SearchIndex::searches_by_meaning() const { return impl_->meaning() && impl_->embedder->knows_meaning(); }

void SearchIndex::forget_embeddings() {
  if (!impl_->sidecar.writable || !impl_->meaning()) return;
  impl_->meaning()->forget();
  impl_->database().execute("DELETE FROM page_vectors");
}

std::optional<std::string> SearchIndex::meta(const std::string& key) const {
  auto row = impl_->database().prepare("SELECT value FROM meta WHERE key = ?1");
  row.with(key);
  if (!row.step()) return std::nullopt;
  return row.text(0);
}

void SearchIndex::set_meta(const std::string& key, const std::string& value) {
  if (!impl_->sidecar.writable) return;
  impl_->database().prepare("INSERT OR REPLACE INTO meta VALUES (?1, ?2)").with(key, value).run();
}

void SearchIndex::checkpoint() {
  if (!impl_->sidecar.writable) return;
  // Readers that are in the way only make the log stay longer; waiting for them is not worth it.
  impl_->database().wait_for_locks(0);
  impl_->database().text("PRAGMA wal_checkpoint(TRUNCATE)");
  impl_->database().wait_as_usual();
}

void SearchIndex::forget_tombstones(Timestamp older_than, bool dry_run, std::size_t& count) {
  constexpr std::string_view kCount = "SELECT count(*) FROM history WHERE removed_at < ?1";
  constexpr std::string_view kForget = "DELETE FROM history WHERE removed_at < ?1";
  constexpr std::string_view kForgetTitle =
      "DELETE FROM removed WHERE path IN (SELECT path FROM history WHERE removed_at < ?1)";
  constexpr std::string_view kForgetText =
      "DELETE FROM removed_fts WHERE rowid IN (SELECT r.id FROM removed r JOIN history h ON h.path = r.path "
      "WHERE h.removed_at < ?1)";
  auto counted = impl_->database().prepare(kCount);
  counted.with(older_than).step();
  count = static_cast<std::size_t>(counted.integer(0));
  counted.reset();
  if (count == 0 || dry_run || !impl_->sidecar.writable) return;
  sqlite::Transaction transaction(impl_->database());
  for (const std::string_view forget : {kForgetText, kForgetTitle, kForget})
    impl_->database().prepare(forget).with(older_than).run();
  transaction.commit();
}

}  // namespace ai_memory
