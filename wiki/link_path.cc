#include "wiki/link_path.hh"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "wiki/markdown.hh"

namespace ai_memory {
namespace {

constexpr auto kNone = std::string_view::npos;

bool is_letter(char byte) { return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z'); }

// Attachments that people embed; everything else a wikilink names is a page.
bool is_attachment(std::string_view path) {
  const auto dot = path.rfind('.');
  if (dot == kNone) return false;
  constexpr std::array<std::string_view, 18> kExtensions = {"png", "jpg", "jpeg", "gif", "svg",    "webp",
                                                            "bmp", "pdf", "mp3",  "mp4", "webm",   "wav",
                                                            "ogg", "m4a", "mov",  "zip", "canvas", "base"};
  std::string extension;
  for (const char byte : path.substr(dot + 1)) extension += is_letter(byte) ? static_cast<char>(byte | 0x20) : byte;
  return std::find(kExtensions.begin(), kExtensions.end(), extension) != kExtensions.end();
}

// An address without "//", which looks like a page of another project.
bool is_address(std::string_view target) {
  constexpr std::array<std::string_view, 8> kSchemes = {
      "mailto:", "tel:", "sms:", "xmpp:", "urn:", "doi:", "isbn:", "data:"};
  return std::any_of(kSchemes.begin(), kSchemes.end(), [&](std::string_view one) { return target.starts_with(one); });
}

std::string as_page(const std::string& path) {
  if (path.empty() || path.ends_with(".md")) return path;
  return is_attachment(path) ? "" : path + ".md";
}

// "shop:notes/plan", "acme/shop:notes/plan", ":plan" (above the project folders); absent without a ':'.
std::optional<std::string> across_projects(std::string_view target, const PagePath& from) {
  const auto colon = target.find(':');
  if (colon == kNone) return std::nullopt;
  if (is_address(target)) return std::string();
  const std::string project(target.substr(0, colon)), path(target.substr(colon + 1));
  if (path.starts_with("//") || path.empty()) return std::string();
  if (project.empty()) return as_page(normalised(path));
  const auto slashes = std::count(project.begin(), project.end(), '/');
  if (slashes > 1) return std::string();
  const auto inside = as_page(normalised(path));
  if (inside.empty()) return inside;
  return normalised((slashes == 0 ? from.project().workspace + "/" : "") + project + "/" + inside);
}

std::string wiki_path(const std::string& target, const PagePath& from) {
  if (auto across = across_projects(target, from)) return *across;
  if (target.find('/') == std::string::npos) return is_attachment(target) ? "" : target;
  if (target.starts_with('/')) return as_page(normalised(target));
  const auto& path = from.str();
  const bool relative = target.starts_with("./") || target.starts_with("../");
  const auto base = relative ? folder_with_slash(path) : path.substr(0, path.size() - from.in_project().size());
  return as_page(normalised(base + target));
}

std::string markdown_path(const std::string& target, const PagePath& from) {
  if (has_scheme(target) || target.starts_with("//")) return {};
  const auto path = percent_decoded(target);
  if (!path.ends_with(".md")) return {};
  return normalised(path.starts_with('/') ? path : folder_with_slash(from.str()) + path);
}

}  // namespace

bool has_scheme(std::string_view target) {
  const auto colon = target.find(':');
  if (colon == kNone || colon < 2 || !is_letter(target.front())) return false;
  const auto name = target.substr(0, colon);
  return std::all_of(name.begin(), name.end(), [](char byte) {
    return is_letter(byte) || (byte >= '0' && byte <= '9') || byte == '+' || byte == '.' || byte == '-';
  });
}

std::string percent_decoded(std::string_view text) {
  const auto digit = [](char byte) {
    if (byte >= '0' && byte <= '9') return byte - '0';
    const char low = static_cast<char>(byte | 0x20);
    return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
  };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0;
    out += escape ? static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2])) : text[i];
    if (escape) i += 2;
  }
  return out;
}

std::string normalised(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const auto slash = std::min(path.find('/'), path.size());
    const auto part = path.substr(0, slash);
    path.remove_prefix(std::min(slash + 1, path.size()));
    if (part == ".." && parts.empty()) return {};
    if (part == "..")
      parts.pop_back();
    else if (!part.empty() && part != ".")
      parts.push_back(part);
  }
  std::string out;
  for (const auto part : parts) out += (out.empty() ? "" : "/") + std::string(part);
  return out;
}

std::string folder_with_slash(std::string_view path) { return std::string(path.substr(0, path.rfind('/') + 1)); }

std::string link_path(const Link& link, const PagePath& from) {
  if (link.target.empty()) return link.fragment.empty() ? "" : from.str();
  return link.wiki ? wiki_path(link.target, from) : markdown_path(link.target, from);
}

}  // namespace ai_memory
