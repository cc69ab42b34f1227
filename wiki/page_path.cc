#include "wiki/page_path.hh"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "wiki/error.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMaxComponentBytes = 200;
constexpr std::size_t kMaxComponents = 60;  // libgit2 gives up on a work tree nested 100 deep

[[noreturn]] void refuse(std::string_view path, const std::string& rule) {
  std::string shown;
  for (const char byte : path.substr(0, 300))
    shown += static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f ? '?' : byte;
  throw Error(ErrorKind::usage, "page path '" + shown + "': " + rule,
              "a page path looks like notes/plan.md; let --title choose the name if unsure");
}

std::vector<std::string_view> components(std::string_view path) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0;;) {
    const auto slash = path.find('/', start);
    parts.push_back(path.substr(start, slash - start));
    if (slash == std::string_view::npos) return parts;
    start = slash + 1;
  }
}

std::string ascii_lower(std::string_view text) {
  std::string lower(text);
  for (char& byte : lower)
    if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte - 'A' + 'a');
  return lower;
}

// HFS+ ignores these when it compares names, so ".g<ZWNJ>it" is ".git" there.
std::string without_ignorable(std::string_view text) {
  std::string kept;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto three = text.substr(i, 3);
    const bool zero_width = three >= "\xe2\x80\x8c" && three <= "\xe2\x80\x8f";
    const bool bidi = three >= "\xe2\x80\xaa" && three <= "\xe2\x80\xae";
    const bool deprecated = three >= "\xe2\x81\xaa" && three <= "\xe2\x81\xaf";
    if (three.size() == 3 && (zero_width || bidi || deprecated || three == "\xef\xbb\xbf"))
      i += 2;
    else
      kept += text[i];
  }
  return kept;
}

// A name that some file system would take for git's folder.
bool is_git_name(std::string_view part) {
  std::string name = ascii_lower(without_ignorable(part));
  while (!name.empty() && (name.back() == '.' || name.back() == ' ')) name.pop_back();
  return name == ".git" || name == "git~1";
}

// Names that DOS and Windows keep for devices, whatever follows the first dot.
bool is_device_name(std::string_view part) {
  std::string stem = ascii_lower(part.substr(0, part.find('.')));
  while (!stem.empty() && stem.back() == ' ') stem.pop_back();
  constexpr std::array<std::string_view, 6> kDevices = {"con", "prn", "aux", "nul", "conin$", "conout$"};
  if (std::find(kDevices.begin(), kDevices.end(), stem) != kDevices.end()) return true;
  if (!stem.starts_with("com") && !stem.starts_with("lpt")) return false;
  const auto number = std::string_view(stem).substr(3);
  if (number.size() == 1) return number[0] >= '0' && number[0] <= '9';
  return number == "\xc2\xb9" || number == "\xc2\xb2" || number == "\xc2\xb3";  // superscript 1 to 3
}

bool is_temporary_name(std::string_view part) {
  return part.ends_with('~') || part.starts_with("~$") || part == "4913" || part.ends_with(".swp") ||
         part.ends_with(".tmp");
}

bool has_control_character(std::string_view part) {
  for (std::size_t i = 0; i < part.size(); ++i) {
    const auto byte = static_cast<unsigned char>(part[i]);
    if (byte < 0x20 || byte == 0x7f) return true;
    const auto next = i + 1 < part.size() ? static_cast<unsigned char>(part[i + 1]) : 0;
    if (byte == 0xc2 && next >= 0x80 && next < 0xa0) return true;  // C1 controls
    const auto three = part.substr(i, 3);
    if (three == "\xe2\x80\x8e" || three == "\xe2\x80\x8f" || three == "\xef\xbb\xbf") return true;
    if (three.size() == 3 && three >= "\xe2\x80\xa8" && three <= "\xe2\x80\xae") return true;  // separators, bidi
    if (three.size() == 3 && three >= "\xe2\x81\xa6" && three <= "\xe2\x81\xaf") return true;  // bidi isolates
  }
  return false;
}

void check_existing(std::string_view path) {
  if (path.empty()) refuse(path, "it is empty");
  if (path.find('\0') != std::string_view::npos) refuse(path, "it holds a NUL byte");
  if (path.front() == '/') refuse(path, "it is absolute; page paths are relative to the wiki");
  for (const auto part : components(path)) {
    if (part.empty()) refuse(path, "it has an empty component");
    if (part == "." || part == "..") refuse(path, "'.' and '..' are not allowed");
    if (is_git_name(part)) refuse(path, "'" + std::string(part) + "' belongs to git");
  }
  if (!path.ends_with(".md")) refuse(path, "it does not end in .md");
}

void check_new_component(std::string_view path, std::string_view part) {
  const auto name = "'" + std::string(part) + "' ";
  if (part.size() > kMaxComponentBytes) refuse(path, "a component is over 200 bytes");
  if (has_control_character(part)) refuse(path, "it holds a control character");
  if (part.find('\\') != std::string_view::npos) refuse(path, "it holds a backslash; use /");
  if (const auto at = part.find_first_of("<>:\"|?*"); at != std::string_view::npos)
    refuse(path, "it holds '" + std::string(1, part[at]) + "'; none of <>:\"|?* may stand in a name");
  if (part.back() == '.' || part.back() == ' ') refuse(path, name + "ends in a dot or a space");
  if (part.front() == '-') refuse(path, name + "starts with '-'");
  if (part.front() == '.') refuse(path, name + "starts with a dot; dot files are not pages");
  if (is_device_name(part)) refuse(path, name + "is a device name on Windows");
  if (is_temporary_name(part)) refuse(path, name + "looks like an editor's temporary file");
}

}  // namespace

PagePath PagePath::existing(std::string_view path) {
  check_existing(path);
  return PagePath(std::string(path));
}

PagePath PagePath::create(std::string_view path) {
  check_existing(path);
  if (!is_utf8(path)) refuse(path, "it is not UTF-8");
  if (to_nfc(path) != path) refuse(path, "it is not in Unicode's composed form (NFC)");
  const auto parts = components(path);
  if (parts.size() > kMaxComponents) refuse(path, "its folders are nested over 60 deep");
  for (const auto part : parts) check_new_component(path, part);
  if (path == "README.md") refuse(path, "README.md at the top of the wiki is not a page");
  return PagePath(std::string(path));
}

Project PagePath::project() const {
  const auto parts = components(path_);
  if (parts.size() < 3) return {};
  return {std::string(parts[0]), std::string(parts[1])};
}

std::string PagePath::in_project() const {
  const auto parts = components(path_);
  if (parts.size() < 3) return path_;
  return path_.substr(parts[0].size() + parts[1].size() + 2);
}

std::string PagePath::display() const {
  const auto inside = in_project();
  return (inside == path_ ? "" : project().str()) + ":" + inside;
}

std::string PagePath::folder() const {
  const auto inside = in_project();
  const auto slash = inside.find('/');
  return slash == std::string::npos ? "" : inside.substr(0, slash);
}

std::string PagePath::stem() const {
  const auto slash = path_.rfind('/');
  const auto start = slash == std::string::npos ? 0 : slash + 1;
  return path_.substr(start, path_.size() - start - 3);
}

bool is_page_name(std::string_view path) {
  if (!path.ends_with(".md") || path == "README.md" || path.find('\0') != std::string_view::npos) return false;
  for (const auto part : components(path))
    if (part.empty() || part.front() == '.' || is_temporary_name(part) || is_git_name(part)) return false;
  return true;
}

}  // namespace ai_memory
