#include "wiki/inline_tags.hh"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utf8proc.h>

namespace ai_memory {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

bool is_tag_char(utf8proc_int32_t code) {
  if (code == '_' || code == '-' || code == '/') return true;
  switch (utf8proc_category(code)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
      return true;
    case UTF8PROC_CATEGORY_SO:  // emoji, and what joins them
    case UTF8PROC_CATEGORY_CF:
      return code >= 0x80 && code != 0xfffd;
    default:
      return false;
  }
}

// The tag that starts at the front of `text`; empty if there is none.
std::string_view tag_at(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size()) {
    utf8proc_int32_t code = 0;
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data() + end);
    const auto taken = utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size() - end), &code);
    if (taken <= 0 || !is_tag_char(code)) break;
    end += static_cast<std::size_t>(taken);
  }
  auto tag = text.substr(0, end);
  while (tag.ends_with('/')) tag.remove_suffix(1);
  const bool is_number = tag.find_first_not_of("0123456789") == std::string_view::npos;
  return is_number || tag.starts_with('/') ? std::string_view() : tag;
}

std::string folded(std::string_view tag) {
  std::string key(tag);
  for (char& byte : key)
    if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte | 0x20);
  return key;
}

}  // namespace

void find_tags(std::string_view text, bool joined, std::vector<std::string>& tags) {
  for (auto at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
    const bool apart = at == 0 ? !joined : kBlanks.find(text[at - 1]) != std::string_view::npos;
    const auto tag = apart ? tag_at(text.substr(at + 1)) : std::string_view();
    if (!tag.empty()) tags.emplace_back(tag);
  }
}

void drop_escaped_tags(std::string_view source, std::vector<std::string>& tags) {
  if (tags.empty()) return;
  std::map<std::string, std::size_t, std::less<>> escaped;
  for (auto at = source.find("\\#"); at != std::string_view::npos; at = source.find("\\#", at + 2)) {
    const auto tag = tag_at(source.substr(at + 2));
    if (!tag.empty()) ++escaped[std::string(tag)];
  }
  std::erase_if(tags, [&](const std::string& tag) {
    const auto found = escaped.find(tag);
    return found != escaped.end() && found->second > 0 && found->second-- > 0;
  });
}

void keep_first_tags(std::vector<std::string>& tags) {
  std::unordered_set<std::string> seen;
  std::erase_if(tags, [&](const std::string& tag) { return !seen.insert(folded(tag)).second; });
}

bool is_within_tag(std::string_view tag, std::string_view wanted) {
  if (tag.size() > wanted.size() && tag[wanted.size()] == '/') tag = tag.substr(0, wanted.size());
  return folded(tag) == folded(wanted);
}

}  // namespace ai_memory
