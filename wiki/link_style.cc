#include "wiki/link_style.hh"

#include <algorithm>
#include <vector>

#include "wiki/link_path.hh"

namespace ai_memory {
namespace {

constexpr auto kNone = std::string_view::npos;

// From the folder of `from`; without "./".
std::string relative(const PagePath& from, std::string_view path) {
  std::string_view base = from.str();
  while (true) {  // what both begin with goes
    const auto slash = base.find('/');
    if (slash == kNone || path.substr(0, slash + 1) != base.substr(0, slash + 1)) break;
    base.remove_prefix(slash + 1);
    path.remove_prefix(slash + 1);
  }
  std::string out;
  for (auto levels = std::count(base.begin(), base.end(), '/'); levels > 0; --levels) out += "../";
  return out += path;
}

std::string with_dot(const std::string& path) { return path.starts_with("../") ? path : "./" + path; }

// Bytes that would end a wikilink's target or be read as something else.
bool fits_wikilink(std::string_view target) {
  return target.find_first_of("#|[]`\\\n\r") == kNone && target.front() != ' ' && target.back() != ' ';
}

class WikiForms {
 public:
  WikiForms(const std::string& old, const PagePath& from, const PagePath& to) : old_(old), from_(from), to_(to) {
    const auto colon = old.find(':');
    if (colon != kNone) {
      add(across(old.substr(0, colon).find('/') != kNone));
    } else if (old.starts_with('/')) {
      add("/" + to.str());
    } else if (old.starts_with("./") || old.starts_with("../")) {
      add(with_dot(relative(from, to.str())));
    } else if (old.find('/') == kNone) {
      add(to.stem() + ".md");
    }
    if (to.project() == from.project()) add(to.in_project());
    add(across(false));
    add("/" + to.str());
  }

  const std::vector<std::string>& all() const { return forms_; }

 private:
  void add(const std::string& path) {
    if (!old_.ends_with(".md")) forms_.push_back(path.substr(0, path.size() - 3));
    forms_.push_back(path);
  }

  // "project:path", with the workspace where it is not that of `from`; ":path" above the project folders.
  std::string across(bool with_workspace) const {
    const auto [workspace, name] = to_.project();
    if (to_.in_project() == to_.str()) return ":" + to_.str();
    return (with_workspace || workspace != from_.project().workspace ? workspace + "/" : "") + name + ":" +
           to_.in_project();
  }

  const std::string& old_;
  const PagePath& from_;
  const PagePath& to_;
  std::vector<std::string> forms_;
};

// The one that leads there by itself, or, for a bare name, by being looked for.
bool leads(const Link& link, const PagePath& from, const std::string& path, const LinkTargets& targets) {
  if (link.wiki && !is_path_like(link)) {
    const auto page = targets.find(link, from);
    return page && page->str() == path;
  }
  return (link.wiki ? link_path(link, from) : linked_file(link.target, from)) == path;
}

bool has_letters_beyond_ascii(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char byte) { return static_cast<unsigned char>(byte) >= 0x80; });
}

bool is_balanced(std::string_view text) {
  int depth = 0;
  for (const char byte : text) {
    depth += byte == '(' ? 1 : byte == ')' ? -1 : 0;
    if (depth < 0) return false;
  }
  return depth == 0;
}

// `path` as a destination in the manner of `raw`: what must be encoded is, what was encoded there stays so.
std::string encoded(std::string_view path, std::string_view raw, bool angle) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string special = "%#<>\\|`";
  if (!angle) special += " \"";
  if (!angle && (!is_balanced(path) || raw.find("%28") != kNone)) special += "()";
  if (path.find(';') != kNone) special += '&';  // or it could be an entity
  const bool letters = !has_letters_beyond_ascii(raw) && has_letters_beyond_ascii(percent_decoded(raw));
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte >= 0x80 ? !letters : byte >= 0x20 && byte != 0x7f && special.find(c) == kNone;
    if (plain)
      out += c;
    else
      out += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return out;
}

}  // namespace

bool is_path_like(const Link& link) { return !link.wiki || link.target.find_first_of(":/") != kNone; }

std::string linked_file(std::string_view target, const PagePath& from) {
  if (target.empty() || has_scheme(target) || target.starts_with("//")) return {};
  const auto path = percent_decoded(target);
  return normalised(path.starts_with('/') ? path : folder_with_slash(from.str()) + path);
}

std::optional<std::string> restyled(const Link& link, std::string_view raw, bool angle, const PagePath& from,
                                    const std::string& path, const LinkTargets& targets) {
  std::vector<std::string> forms;
  if (link.wiki) {
    if (!is_page_name(path)) return std::nullopt;
    forms = WikiForms(link.target, from, PagePath::existing(path)).all();
    std::erase_if(forms, [](const auto& form) { return form.empty() || !fits_wikilink(form); });
  } else {
    const auto way = raw.starts_with('/') ? "/" + path : relative(from, path);
    const bool dotted = raw.starts_with("./");
    for (const auto& form : {dotted ? with_dot(way) : way, with_dot(way)}) forms.push_back(encoded(form, raw, angle));
  }
  auto candidate = link;
  for (auto& form : forms) {
    candidate.target = form;
    if (leads(candidate, from, path, targets)) return std::move(form);
  }
  return std::nullopt;
}

}  // namespace ai_memory
