#include "cli/import_times.hh"

#include <algorithm>
#include <array>

#include "wiki/lines.hh"

namespace ai_memory {
namespace {

constexpr std::array<std::string_view, 8> kCreatedKeys = {"created",      "created_at", "date created",  "date_created",
                                                          "date-created", "createdAt",  "creation date", "date"};
constexpr std::array<std::string_view, 11> kChangedKeys = {
    "updated",       "updated_at",    "modified",      "modified_at", "date modified", "date_modified",
    "date-modified", "last modified", "last_modified", "lastmod",     "updatedAt"};

// The first of these keys that holds a time; a daily note's link to its day counts as that day.
template <std::size_t N>
std::optional<Timestamp> time_of(const FrontMatter& matter, const std::array<std::string_view, N>& keys) {
  for (const auto key : keys) {
    const auto value = matter.text(key);
    if (!value) continue;
    std::string_view text = trim(*value);
    if (text.starts_with("[[") && text.ends_with("]]")) text = text.substr(2, text.size() - 4);
    if (const auto time = parse_time(text)) return time;
  }
  return std::nullopt;
}

// CRLF as a checkout may have made them.
bool is_blob(const std::string& content, const BlobId& blob) {
  if (blob_id(content) == blob) return true;
  if (content.find('\r') == std::string::npos) return false;
  std::string text = content;
  std::erase(text, '\r');
  return blob_id(text) == blob;
}

}  // namespace

WrittenTimes written_times(const FrontMatter& matter, const std::string& content, const GitTimes* git, Timestamp file,
                           Timestamp now) {
  const auto created = time_of(matter, kCreatedKeys), changed = time_of(matter, kChangedKeys);
  const bool committed = git != nullptr && is_blob(content, git->blob);
  const Timestamp last = committed ? std::max(git->last, git->first) : file;
  WrittenTimes written;
  written.times.changed = changed.value_or(created ? std::max(last, *created) : last);
  written.times.created = created.value_or(git != nullptr ? git->first : written.times.changed);
  written.times.changed = std::min(written.times.changed, now);
  written.times.created = std::min(written.times.created, written.times.changed);
  written.from = created && changed ? TimesFrom::front_matter : git != nullptr ? TimesFrom::git : TimesFrom::file;
  const auto is_stated = [&](const char* key) {
    const auto value = matter.text(key);
    return value && parse_time(*value).has_value();
  };
  written.stated = is_stated("created") && is_stated("updated");
  return written;
}

}  // namespace ai_memory
