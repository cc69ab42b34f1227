// The questions of our own, bench/questions/README.md: what is asked and the page that answers.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "wiki/changeset.hh"

namespace ai_memory {

struct SetQuestion {
  std::string asked, pages;  // languages of the question and of the wiki, "en" or "ja"
  bool same_words = false;   // it shares words with its answer; else almost none
  bool held_out = false;
  std::string page;  // within the wiki, without .md
  std::string text;
};

// Throws `failed` naming the line that has other columns or values.
std::vector<SetQuestion> read_question_set(std::string_view tsv);

// Every page of a wiki of the set, as a page of project default/LANGUAGE. Throws not_found without the folder.
std::vector<Change> pages_of_set(const std::filesystem::path& set, const std::string& language);

// The page of that project which a question names.
PagePath answer_of(const SetQuestion& question);

}  // namespace ai_memory
