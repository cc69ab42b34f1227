#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "cli/export_json.hh"
#include "cli/export_okf.hh"
#include "tests/support/temp_folder.hh"
#include "wiki/page.hh"

using namespace ai_memory;

namespace {

ExportedPage page(const std::string& name, const std::string& text) {
  return {PagePath::existing("default/shop/" + name), name, text};
}

std::string file_text(const std::vector<ExportFile>& files, const std::string& path) {
  for (const ExportFile& file : files)
    if (file.path == path) return file.content;
  return "(no such file)";
}

}  // namespace

TEST_CASE("a bundle's page keeps its bytes; only a missing type is added") {
  struct Row {
    const char *text, *exported;
  };
  for (const Row& row : {
           Row{"---\ntype: Playbook\n---\nx", "---\ntype: Playbook\n---\nx"},
           Row{"---\ntitle: T # why\n---\nx", "---\ntitle: T # why\ntype: decision\n---\nx"},
           Row{"---\ntitle: T\ntype:\n---\nx", "---\ntitle: T\ntype: decision\n---\nx"},
           Row{"x", "---\ntype: decision\n---\nx"},
       }) {
    ExportReport report;
    const auto files = okf_bundle({page("decisions/a.md", row.text)}, report);
    CHECK(file_text(files, "decisions/a.md") == row.exported);
    CHECK(report.problems.empty());
    CHECK(report.renamed.empty());
  }
}

TEST_CASE("names that the format keeps for itself are given to no page, and nobody loses a name to one") {
  ExportReport report;
  const std::string text = "---\ntype: note\n---\n";
  const auto files =
      okf_bundle({page("index-page.md", text + "a"), page("index.md", text + "b"), page("notes/Index.md", text + "c"),
                  page("notes/log.md", text + "d"), page("notes/logs.md", text + "e")},
                 report);
  CHECK(file_text(files, "index-page.md") == text + "a");
  CHECK(file_text(files, "index-page-2.md") == text + "b");
  CHECK(file_text(files, "notes/Index-page.md") == text + "c");
  CHECK(file_text(files, "notes/log-page.md") == text + "d");
  CHECK(file_text(files, "notes/logs.md") == text + "e");
  CHECK(report.renamed.size() == 3);
  CHECK(files.size() == 6);
}

TEST_CASE("the bundle's list is markdown whatever titles and names hold") {
  ExportReport report;
  const auto files = okf_bundle(
      {page("a (1) #x.md", "---\ntitle: \"[x](y) `z` \\u202e*\"\ndescription: \"two\\nlines\"\n---\n")}, report);
  const auto list = file_text(files, "index.md");
  CHECK(list.starts_with("---\nokf_version: \"0.2\"\n---\n"));
  CHECK(list.find("](a%20%281%29%20%23x.md)") != std::string::npos);
  CHECK(list.find("* [\\[x\\](y) \\`z\\`") != std::string::npos);
  CHECK(list.find("\xe2\x80\xae") == std::string::npos);
  CHECK(list.find(" - two lines\n") != std::string::npos);
}

TEST_CASE("pages that can have no readable type are left out and told") {
  ExportReport report;
  const auto files = okf_bundle(
      {page("a.md", "---\na: [b\n---\n"), page("b.md", "\xff"), page("c.md", "---\ntype: [a, b]\n---\n")}, report);
  CHECK(files.size() == 1);
  CHECK(report.problems.size() == 3);
}

TEST_CASE("base64 is that of RFC 4648") {
  for (const auto& [bytes, text] : {std::pair{"", ""},
                                    {"f", "Zg=="},
                                    {"fo", "Zm8="},
                                    {"foo", "Zm9v"},
                                    {"foob", "Zm9vYg=="},
                                    {"\xff\xfe\xfd", "//79"}})
    CHECK(base64(bytes) == text);
}

TEST_CASE("the document holds the whole text of each page, or its bytes") {
  std::mt19937 random(20261129);
  std::vector<ExportedPage> pages;
  for (int i = 0; i < 300; ++i) {
    std::string text;
    for (auto length = random() % 12; length-- > 0;)
      text += std::vector<std::string>{
          "a",  "---\n", "\r\n", "\xe6\x97\xa5", "\xff", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xef\xbf\xbe",
          "\"", "\\",    "[[x]]"}[random() % 11];
    pages.push_back(page(std::to_string(i) + ".md", text));
  }
  const auto document = export_json(pages, {}, false);
  const auto again = nlohmann::json::parse(document.dump());  // throws for text that is no UTF-8
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const auto& one = again["pages"][i];
    CHECK(one.contains("base64") != one.contains("text"));
    if (one.contains("text")) CHECK(one["text"].get<std::string>() == pages[i].text);
    if (one.contains("base64")) CHECK(one["base64"].get<std::string>() == base64(pages[i].text));
  }
}

TEST_CASE("a list that is no longer ours is kept like any other file") {
  const test::TempFolder folder;
  const std::vector<ExportFile> first = {{"index.md", std::string(kGeneratedMark) + " -->\none\n", true}};
  const std::vector<ExportFile> second = {{"index.md", std::string(kGeneratedMark) + " -->\ntwo\n", true}};
  CHECK(export_files(folder.path, first, OnDifference::keep, false).added.size() == 1);
  CHECK(export_files(folder.path, second, OnDifference::keep, false).replaced.size() == 1);
  std::ofstream(folder.path / "index.md") << "mine\n";
  CHECK(export_files(folder.path, first, OnDifference::keep, false).kept.size() == 1);
}
