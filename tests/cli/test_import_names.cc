#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <random>

#include "cli/import_names.hh"

using namespace ai_memory;

namespace {

const Project kShop{"default", "shop"};

// A wiki and what its history knows of imports.
struct Imported {
  std::map<std::string, std::string> pages;
  ImportedFiles known;

  // Imports these files, by place; false if nothing changed.
  bool import(const std::vector<std::pair<std::string, std::string>>& files, OnDifference on_difference) {
    ImportRead read;
    for (const auto& [place, text] : files) read.pages.push_back({page_path_for(kShop, place), text, place, {}, place});
    ImportTarget target;
    target.read = [this](const PagePath& path) {
      const auto page = pages.find(path.str());
      return page == pages.end() ? std::nullopt : std::optional(page->second);
    };
    for (const auto& [path, text] : pages) target.live.push_back(PagePath::existing(path));
    name_pages(read, kShop, known, target);
    const ImportPlan plan = plan_import(read, target, on_difference);
    for (const Change& change : plan.changes.changes) pages[change.path.str()] = *change.content;
    for (const ImportedPage& page : read.pages) {
      const bool changed = std::any_of(plan.changes.changes.begin(), plan.changes.changes.end(),
                                       [&](const Change& change) { return change.path == page.path; });
      if (!changed) continue;
      known.place_of[page.path.str()] = page.place;
      known.page_of[page.place] = page.path.str();
    }
    return !plan.changes.changes.empty();
  }

  std::string text(const std::string& name) const {
    const auto page = pages.find("default/shop/" + name);
    return page == pages.end() ? "" : page->second;
  }
};

std::size_t pages_with(const Imported& wiki, const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(wiki.pages.begin(), wiki.pages.end(), [&](const auto& page) { return page.second == text; }));
}

}  // namespace

TEST_CASE("a file of a valid name has its page, whatever odd names stand beside it") {
  Imported wiki;
  wiki.import({{"-dash.md", "odd"}, {"\"dash\".md", "quoted"}, {"dash.md", "real"}, {"DASH.MD", "loud"}},
              OnDifference::keep);
  CHECK(wiki.text("dash.md") == "real");
  CHECK(wiki.text("dash-2.md") == "odd");
  CHECK(wiki.pages.size() == 4);
}

TEST_CASE("a file keeps the page of its first import when others come") {
  for (const auto on_difference : {OnDifference::keep, OnDifference::replace}) {
    Imported wiki;
    wiki.import({{"dash.md", "real"}}, on_difference);
    wiki.import({{"-dash.md", "odd"}, {"dash.md", "real"}}, on_difference);
    CHECK(wiki.text("dash.md") == "real");
    CHECK(wiki.text("dash-2.md") == "odd");
    Imported other;
    other.import({{"-dash.md", "odd"}}, on_difference);
    other.import({{"-dash.md", "odd"}, {"dash.md", "real"}}, on_difference);
    CHECK(other.text("dash.md") == "odd");
    CHECK(other.text("dash-2.md") == "real");
  }
}

TEST_CASE("a page that somebody wrote is not replaced by a file of another name") {
  Imported wiki;
  wiki.pages["default/shop/dash.md"] = "mine";
  wiki.import({{"-dash.md", "odd"}}, OnDifference::replace);
  CHECK(wiki.text("dash.md") == "mine");
  CHECK(wiki.text("dash-2.md") == "odd");
}

TEST_CASE("a file that got a changed name in the wiki before is not doubled") {
  Imported wiki;
  wiki.pages["default/shop/dash.md"] = "odd";
  CHECK(!wiki.import({{"-dash.md", "odd"}}, OnDifference::keep));
}

TEST_CASE("any growth of a folder, in any order: a text is in one page, and pages stay whose they are") {
  const std::vector<std::string> names = {"dash.md",        "-dash.md",
                                          "\"dash\".md",    "DASH.md",
                                          "dash.markdown",  "dash-2.md",
                                          "-dash-2.md",     "a-b.md",
                                          "\"a-b\".md",     "a:b.md",
                                          "caf\xC3\xA9.md", "cafe\xCC\x81.md",
                                          "f/x.md",         "f?/x.md",
                                          "-f/x.md",        "f/-x.md",
                                          "Why?.md",        "why.md",
                                          "Why-2.md",       "con.md",
                                          "\xff.md",        "note.MD",
                                          "note.md",        std::string(196, 'l') + ".md",
                                          "dash-3.md",      std::string(196, 'L') + ".md"};
  std::mt19937 random(20261130);
  for (int round = 0; round < 300; ++round) {
    Imported wiki;
    std::vector<std::string> order = names;
    std::shuffle(order.begin(), order.end(), random);
    std::map<std::string, std::string> first;  // the page that a text came into
    std::map<std::string, std::string> text_of;
    std::size_t count = 0;
    while (count < order.size()) {
      count = std::min(order.size(), count + 1 + random() % 8);
      std::vector<std::pair<std::string, std::string>> files;
      for (std::size_t i = 0; i < count; ++i) {
        std::string& text = text_of[order[i]];
        if (text.empty() || random() % 5 == 0) text = order[i] + " " + std::to_string(random());
        files.emplace_back(order[i], text);
      }
      std::sort(files.begin(), files.end());
      wiki.import(files, OnDifference::replace);
      CHECK(!wiki.import(files, OnDifference::replace));
      REQUIRE(wiki.pages.size() == files.size());
      for (const auto& one : files) {
        const std::string &place = one.first, &text = one.second;
        CAPTURE(place);
        REQUIRE(pages_with(wiki, text) == 1);
        const auto page =
            std::find_if(wiki.pages.begin(), wiki.pages.end(), [&](const auto& row) { return row.second == text; });
        const auto [was, is_new] = first.emplace(place, page->first);
        CHECK(was->second == page->first);
        // Only a file that came before can have the name that a valid one asks for.
        const std::string own = "default/shop/" + place;
        if (is_new && page_path_for(kShop, place).str() == own && page->first != own) {
          const bool taken = std::any_of(first.begin(), first.end(), [&](const auto& row) {
            return row.first != place && twin_key(row.second) == twin_key(own);
          });
          const bool twin = std::any_of(files.begin(), files.end(), [&](const auto& file) {
            return file.first != place && twin_key(file.first) == twin_key(place);
          });
          CHECK((taken || twin));
        }
      }
    }
  }
}
