// A wiki made of the conversations of a file in LoCoMo's format, and which pages answer its questions.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "bench/questions.hh"
#include "cli/import_locomo.hh"
#include "index/search_index.hh"
#include "wiki/wiki.hh"

namespace ai_memory {

enum class Unit { session, chunk, turn };  // what a page holds; a chunk is four turns in a row

struct Conversation {
  Project project;
  std::map<std::string, PagePath> page_of_turn;
};

struct ConversationFile {
  LocomoFile file;
  Questions questions;  // by_conversation is as long as file.conversations
};

// Throws not_found for a file that cannot be read, `failed` for one that holds records that cannot be.
ConversationFile read_conversations(const char* name);

// One commit, at kBenchNow. In the order of the file.
std::vector<Conversation> import_conversations(const LocomoFile& file, Wiki& wiki, Unit unit);

// Categories 1 to 4: those that have an answer.
bool has_answer(const Question& question);
// Those that hold its evidence. Evidence that names no turn of the file adds to `unknown`.
std::set<PagePath> pages_with_answer(const Question& question, const Conversation& conversation, std::size_t& unknown);

// What a search for the question as typed finds in the project, best first, at most kSearchDepth.
inline constexpr std::size_t kSearchDepth = 10;
std::vector<PagePath> search_as_typed(const Wiki& wiki, const SearchIndex& index, const std::string& question,
                                      const Project& project);

}  // namespace ai_memory
