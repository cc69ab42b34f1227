#include "bench/life_world.hh"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>

#include "bench/bench.hh"
#include "cli/compose.hh"
#include "index/embedder.hh"
#include "index/embeddings.hh"
#include "wiki/error.hh"
#include "wiki/history.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

constexpr const char* kReader = "life";
constexpr std::size_t kRecent = 40;

bool happens(std::mt19937& random, unsigned percent) { return random() % 100 < percent; }

std::string padded(int number) { return (number < 10 ? "0" : "") + std::to_string(number); }

// The commit that a shortened page or stub names for its full text; empty if it names none.
std::string named_commit(const std::string& text) {
  const auto at = text.rfind("--at ");
  return at == std::string::npos ? "" : text.substr(at + 5, text.find(' ', at + 5) - at - 5);
}

std::uintmax_t bytes_below(const fs::path& folder) {
  std::uintmax_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) bytes += entry.file_size();
  return bytes;
}

// An editor on that day: the file's time counts as when it was changed.
void write_at(const fs::path& file, const std::string& text, Timestamp time) {
  std::ofstream(file, std::ios::binary) << text;
  const timespec then{time.time_since_epoch().count(), 0};
  const timespec times[] = {then, then};
  if (::utimensat(AT_FDCWD, file.c_str(), times, 0) != 0) throw_errno(file.string());
}

}  // namespace

Life::Life(const fs::path& home, unsigned seed, const DecayConfig& config)
    : seed_(seed), config_(config), wiki_(Wiki::init(home, kStart)), index_(wiki_.state_dir(), kStart, {}) {
  index_.use(make_ngram_embedder);
}

// What happens on one day for one purpose does not depend on anything that sweeps do.
std::mt19937 Life::random_for(int day, unsigned purpose) const {
  std::seed_seq numbers{seed_, static_cast<unsigned>(day), purpose};
  return std::mt19937(numbers);
}

void Life::live(int day) {
  write_notes(day);
  read_pages(day);
  edit_by_hand(day);
  give_feedback(day);
  sweep(day);
}

Note Life::next_note(std::mt19937& random) {
  const auto kind = random() % 100, which = random();
  Note note = make_note(random);
  if (!recent_.empty() && kind < 12) {
    const Note& old = recent_[which % recent_.size()];
    note = kind < 2 ? old : kind < 8 ? say_again(old) : contradict(old, random);
  }
  recent_.push_back(note);
  if (recent_.size() > kRecent) recent_.erase(recent_.begin());
  return note;
}

// Those of a day as one commit.
void Life::write_notes(int day) {
  std::mt19937 random = random_for(day, 0);
  const Timestamp now = time(day, 17);
  Changeset changes;
  changes.subject = "sessions of " + format_date(now);
  changes.source = "import";
  changes.now = now;
  const int count = 1 + static_cast<int>(random() % 3 + random() % 3);  // 1 to 5, 3 on average
  for (int i = 0; i < count; ++i) {
    const Note note = next_note(random);
    const std::string date = format_date(now);
    const PagePath path = PagePath::create("default/life/sessions/" + date.substr(0, 4) + "/" + date.substr(5, 2) +
                                           "/" + date + "-" + padded(i) + ".md");
    PageFields fields;
    fields.title = note.title;
    changes.changes.push_back({path, compose_page(path, fields, note.body, now), "", ""});
  }
  commit(changes);
  for (const Change& change : changes.changes) {
    paths_.push_back(change.path);
    put_text(change.path, *change.content);
  }
  counts_.written += changes.changes.size();
  index_.embed(wiki_, [] { return true; });
}

// What is new is read most, then what was read before.
void Life::read_pages(int day) {
  std::mt19937 random = random_for(day, 1);
  for (int i = 0; i < 6; ++i) {
    const auto how = random() % 100, which = random(), back = random();
    std::size_t place = which % paths_.size();
    if (how < 60) place = paths_.size() - 1 - std::min<std::size_t>(which % 30, back % 60) % paths_.size();
    if (how >= 60 && how < 92 && !read_.empty()) place = read_[which % read_.size()];
    read_.push_back(place);
    read(paths_[place], back % 8 == 0, time(day, 18) + std::chrono::minutes(2 * i));
  }
}

void Life::read(const PagePath& path, bool wants_whole, Timestamp now) {
  const auto text = wiki_.read(path);
  if (!text) ++counts_.missed;
  const std::string at = text ? named_commit(*text) : "";
  if (wants_whole && (!text || !at.empty())) restore(path, at, now);
  if (text || wants_whole) index_.record_access({path}, kReader, now);
  if (text || wants_whole) index_.record_read(path, kReader, now);
}

void Life::restore(const PagePath& path, const std::string& at, Timestamp now) {
  RestoreOptions options;
  options.at = at;
  const RestorePlan plan = plan_restore(wiki_, path, options, now);
  commit(plan.changes);
  put_text(path, *plan.changes.changes.front().content);
  ++counts_.restored;
}

void Life::edit_by_hand(int day) {
  std::mt19937 random = random_for(day, 2);
  if (!happens(random, 15)) return;
  const PagePath& path = any_page(random);
  const auto text = wiki_.read(path);
  if (!text) return;
  const std::string edited = *text + "\nLooked at again on " + format_date(time(day, 19)) + ".\n";
  write_at(wiki_.root() / path.str(), edited, time(day, 19));
  put_text(path, edited);
}

void Life::give_feedback(int day) {
  std::mt19937 random = random_for(day, 3);
  if (!happens(random, 10)) return;
  const PagePath& path = any_page(random);
  const bool helpful = random() % 2 == 0;
  const auto text = wiki_.read(path);
  if (!text) return;
  const std::string marked = edit_front_matter(*text, {{"salience", helpful ? "1.25" : "0.25"}});
  if (marked == *text) return;
  Changeset changes;
  changes.changes.push_back({path, marked, blob_id(*text), ""});
  changes.subject = "feedback: " + path.display() + " is " + (helpful ? "helpful" : "stale");
  changes.source = "feedback";
  changes.now = time(day, 20);
  commit(changes);
  put_text(path, marked);
}

void Life::sweep(int day) {
  swept_ = time(day, 23);
  SweepRunOptions options;
  options.max_loose_objects = WikiConfig{}.max_loose_objects;
  SweepReport report;
  counts_.sweep_times.push_back(milliseconds([&] { report = run_sweep(wiki_, index_, config_, options, swept_); }));
  for (const SweptPages& pass : report.passes) note_fate(pass);
  if (day % 7 != 0) return;
  const std::string status = "git -C '" + wiki_.root().string() + "' status --porcelain >/dev/null";
  counts_.status_times.push_back(milliseconds([&] {
    if (std::system(status.c_str()) != 0) throw Error(ErrorKind::failed, "git status: failed");
  }));
}

void Life::note_fate(const SweptPages& pass) {
  for (const SweepDecision& page : pass.pages) {
    counts_.evicted += page.action == SweepAction::remove ? 1 : 0;
    counts_.compacted += page.action == SweepAction::compact ? 1 : 0;
    counts_.merged += page.action == SweepAction::stub ? 1 : 0;
    const auto now = wiki_.read(page.path);
    if (page.action != SweepAction::merge)
      gone_.push_back({page.path, texts_.at(page.path), now ? named_commit(*now) : ""});
    if (now) put_text(page.path, *now);
  }
}

void Life::commit(const Changeset& changes) {
  const CommitResult result = wiki_.commit(changes);
  if (!result.skipped.empty()) throw Error(ErrorKind::failed, "skipped: " + result.skipped.front().why);
  index_.sync(wiki_, changes.now);
}

void Life::put_text(const PagePath& path, const std::string& text) {
  texts_[path] = text;
  written_.insert(blob_id(text));
}

const PagePath& Life::any_page(std::mt19937& random) const {
  const std::size_t newest = random() % std::min<std::size_t>(paths_.size(), 120);
  return paths_[paths_.size() - 1 - newest];
}

LifeCounts Life::take_counts() {
  for (const PageFile& file : wiki_.scan()) {
    ++counts_.pages;
    counts_.page_bytes += file.size;
  }
  counts_.repository_bytes = bytes_below(wiki_.root() / ".git");
  wiki_.walk(counted_, [&](const CommitInfo&, const std::vector<TreeChange>&) { return ++counts_.commits > 0; });
  counted_ = wiki_.head();
  return std::exchange(counts_, {});
}

bool Life::is_swept() {
  const SweepReport report = run_sweep(wiki_, index_, config_, {}, swept_);
  return report.run.empty();
}

std::size_t Life::lost_texts() const {
  std::set<BlobId> kept;
  wiki_.walk({}, [&](const CommitInfo&, const std::vector<TreeChange>& changes) {
    for (const TreeChange& change : changes) kept.insert(change.after);
    return true;
  });
  return static_cast<std::size_t>(
      std::count_if(written_.begin(), written_.end(), [&](const BlobId& id) { return !kept.contains(id); }));
}

std::size_t Life::wrong_restores(std::size_t most, std::size_t& looked_at) const {
  std::size_t wrong = 0;
  const std::size_t step = std::max<std::size_t>(1, gone_.size() / std::max<std::size_t>(most, 1));
  for (std::size_t i = 0; i < gone_.size(); i += step) {
    const Gone& gone = gone_[i];
    if (gone.at.empty() && wiki_.read(gone.path)) continue;  // somebody has brought it back already
    ++looked_at;
    RestoreOptions options;
    options.at = gone.at;
    const RestorePlan plan = plan_restore(wiki_, gone.path, options, swept_);
    wrong += wiki_.blob(plan.version.blob) == gone.text ? 0 : 1;
  }
  return wrong;
}

}  // namespace ai_memory
