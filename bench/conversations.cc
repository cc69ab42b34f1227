#include "bench/conversations.hh"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "bench/bench.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

std::string read_file(const char* name) {
  std::ifstream in(name, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw Error(ErrorKind::not_found, std::string(name) + ": cannot be read");
  return std::move(text).str();
}

std::size_t turns_of_page(Unit unit) {
  switch (unit) {
    case Unit::session:
      return SIZE_MAX;
    case Unit::chunk:
      return 4;
    default:
      return 1;
  }
}

// A page a session, or one for so many turns in a row, with the session's title and date.
std::vector<std::pair<std::string, ImportedPage>> pages_of(const LocomoConversation& conversation, Unit unit) {
  std::vector<std::pair<std::string, ImportedPage>> pages;  // by turn
  const std::size_t most = turns_of_page(unit);
  for (const LocomoSession& session : conversation.sessions) {
    for (std::size_t first = 0; first < session.turns.size();) {
      const std::size_t count = std::min(most, session.turns.size() - first);
      const auto begin = session.turns.begin() + static_cast<std::ptrdiff_t>(first);
      LocomoSession part = session;
      part.turns.assign(begin, begin + static_cast<std::ptrdiff_t>(count));
      ImportedPage page = render_session(conversation, part, "default", "bench.json");
      const std::string path = page.path.str();
      if (unit != Unit::session)
        page.path = PagePath::create(path.substr(0, path.size() - 3) + "-" + std::to_string(pages.size()) + ".md");
      for (const LocomoTurn& turn : part.turns) pages.emplace_back(turn.id, page);
      first += count;
    }
  }
  return pages;
}

}  // namespace

ConversationFile read_conversations(const char* name) {
  const std::string text = read_file(name);
  ConversationFile read{parse_locomo(text), read_questions(text)};
  if (!read.file.problems.empty() || read.questions.by_conversation.size() != read.file.conversations.size())
    throw Error(ErrorKind::failed, std::string(name) + ": holds records that cannot be read");
  return read;
}

std::vector<Conversation> import_conversations(const LocomoFile& file, Wiki& wiki, Unit unit) {
  std::vector<Conversation> conversations;
  Changeset changes;
  changes.subject = "import: " + std::to_string(file.conversations.size()) + " conversations";
  changes.source = "import";
  changes.now = kBenchNow;
  for (const LocomoConversation& conversation : file.conversations) {
    Conversation made;
    std::set<PagePath> put;
    for (auto& [turn, page] : pages_of(conversation, unit)) {
      made.project = page.path.project();
      made.page_of_turn.emplace(turn, page.path);
      if (put.insert(page.path).second) changes.changes.push_back({page.path, std::move(page.content), "", ""});
    }
    conversations.push_back(std::move(made));
  }
  if (!wiki.commit(changes).skipped.empty()) throw Error(ErrorKind::failed, "import: pages were skipped");
  return conversations;
}

bool has_answer(const Question& question) { return question.category >= 1 && question.category <= 4; }

std::set<PagePath> pages_with_answer(const Question& question, const Conversation& conversation, std::size_t& unknown) {
  std::set<PagePath> pages;
  for (const std::string& turn : question.evidence) {
    const auto page = conversation.page_of_turn.find(turn);
    if (page == conversation.page_of_turn.end())
      ++unknown;
    else
      pages.insert(page->second);
  }
  return pages;
}

std::vector<PagePath> search_as_typed(const Wiki& wiki, const SearchIndex& index, const std::string& question,
                                      const Project& project) {
  SearchOptions options;
  options.project = project;
  options.limit = kSearchDepth;
  std::vector<PagePath> found;
  for (const Hit& hit : index.search(wiki, parse_query(question, english_stop_words()), options, kBenchNow))
    found.push_back(hit.path);
  return found;
}

}  // namespace ai_memory
