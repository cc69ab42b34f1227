#include "wiki/link_target.hh"

#include <algorithm>
#include <tuple>

#include "wiki/error.hh"
#include "wiki/markdown.hh"

namespace ai_memory {
namespace {

std::string_view without_extension(std::string_view name) {
  return name.ends_with(".md") && name.size() > 3 ? name.substr(0, name.size() - 3) : name;
}

std::string_view folder_of(std::string_view path) { return path.substr(0, path.rfind('/') + 1); }

std::string_view last_component(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// What a page written under this title would be called; empty for a blank title.
std::string slug_or_nothing(std::string_view name) {
  try {
    return slug(name);
  } catch (const Error&) {
    return {};
  }
}

bool is_slug_source(std::string_view name) { return name.find_first_not_of(" \t\r\n") != std::string_view::npos; }

// Whether a link's form alone says that a path follows, however few folders that has.
bool is_path(const Link& link) { return !link.wiki || link.target.find_first_of(":/") != std::string::npos; }

}  // namespace

LinkTargets::LinkTargets(std::vector<NamedPage> pages) : pages_(std::move(pages)) {
  std::sort(pages_.begin(), pages_.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    const auto& page = pages_[i];
    const auto project = page.path.project().str();
    by_path_.emplace(page.path.str(), i);
    add(Key::path, "", page.path.str(), i);
    add(Key::stem, project, page.path.stem(), i);
    add(Key::title, project, page.title, i);
    for (const auto& alias : page.aliases) add(Key::alias, project, alias, i);
    add(Key::permalink, project, page.permalink, i);
    if (page.permalink.find('/') != std::string::npos) add(Key::permalink, project, last_component(page.permalink), i);
  }
}

std::string LinkTargets::key(Key kind, std::string_view project, std::string_view name) {
  std::string out(1, static_cast<char>('0' + static_cast<char>(kind)));
  out += project;
  out += '\n';
  return out += twin_key(name);
}

void LinkTargets::add(Key kind, std::string_view project, std::string_view name, std::size_t page) {
  if (name.empty()) return;
  auto& list = by_name_[key(kind, project, name)];
  if (list.empty() || list.back() != page) list.push_back(page);
}

const LinkTargets::Pages* LinkTargets::look_up(Key kind, std::string_view project, std::string_view name) const {
  if (name.empty()) return nullptr;
  const auto found = by_name_.find(key(kind, project, name));
  return found == by_name_.end() ? nullptr : &found->second;
}

const PagePath* LinkTargets::best(const Pages& pages, std::string_view spelled, const PagePath& from) const {
  const auto rank = [&](std::size_t i) {
    const auto& path = pages_[i].path.str();
    const bool elsewhere = folder_of(path) != folder_of(from.str());
    return std::tuple(elsewhere, std::count(path.begin(), path.end(), '/'), pages_[i].path.stem() != spelled, i);
  };
  const auto first = std::min_element(pages.begin(), pages.end(), [&](auto a, auto b) { return rank(a) < rank(b); });
  return first == pages.end() ? nullptr : &pages_[*first].path;
}

const PagePath* LinkTargets::ending_with(std::string_view path, std::string_view project, const PagePath& from) const {
  const auto stem = without_extension(last_component(path));
  const auto* same_name = look_up(Key::stem, project, stem);
  if (!same_name) return nullptr;
  const auto tail = "/" + twin_key(path);
  Pages fitting;
  for (const auto i : *same_name)
    if (("/" + twin_key(pages_[i].path.str())).ends_with(tail)) fitting.push_back(i);
  return best(fitting, stem, from);
}

std::optional<PagePath> LinkTargets::find_path(std::string_view target, const PagePath& from) const {
  if (const auto exact = by_path_.find(std::string(target)); exact != by_path_.end()) return pages_[exact->second].path;
  const auto stem = without_extension(last_component(target));
  if (const auto* twins = look_up(Key::path, "", target)) return *best(*twins, stem, from);
  if (!target.ends_with(".md") || !is_page_name(target)) return std::nullopt;
  const auto path = PagePath::existing(target);
  const auto project = path.project().str(), own = from.project().str();
  if (const auto* page = ending_with(path.in_project(), project, from)) return *page;
  if (const auto* page = ending_with(target, own, from)) return *page;
  if (const auto* pages = look_up(Key::permalink, project, without_extension(path.in_project())))
    return *best(*pages, stem, from);
  return std::nullopt;
}

const PagePath* LinkTargets::named(std::string_view name, std::string_view project, const PagePath& from) const {
  for (const auto kind : {Key::stem, Key::alias, Key::title, Key::permalink})
    if (const auto* pages = look_up(kind, project, name)) return best(*pages, name, from);
  const auto slugged = is_slug_source(name) ? slug_or_nothing(name) : std::string();
  for (const auto kind : {Key::stem, Key::permalink})
    if (const auto* pages = look_up(kind, project, slugged)) return best(*pages, slugged, from);
  return nullptr;
}

std::optional<PagePath> LinkTargets::find_name(std::string_view name, const PagePath& from) const {
  const auto home = from.project();
  for (const auto& project : {home, Project{home.workspace, "_global"}})
    for (const auto& typed : {name, without_extension(name)})
      if (const auto* page = named(typed, project.str(), from)) return *page;
  return std::nullopt;
}

std::optional<PagePath> LinkTargets::find(std::string_view target, const PagePath& from) const {
  if (target.empty()) return std::nullopt;
  if (target.find('/') != std::string_view::npos) return find_path(target, from);
  if (auto page = find_name(target, from)) return page;
  return find_path(target, from);
}

std::optional<PagePath> LinkTargets::find(const Link& link, const PagePath& from) const {
  const auto target = link_path(link, from);
  if (target.empty()) return std::nullopt;
  return is_path(link) || link.target.empty() ? find_path(target, from) : find(target, from);
}

}  // namespace ai_memory
