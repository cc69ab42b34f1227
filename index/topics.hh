// What a wiki is about: its pages in groups by meaning, each named by the words that set it apart.
#pragma once

#include <string>
#include <vector>

#include "index/kmeans.hh"
#include "index/page_vectors.hh"
#include "wiki/time.hh"

namespace ai_memory {

struct TopicPage {
  PagePath path;
  std::string title, headings, body;
  Timestamp changed{};
  Vector vector;  // of unit length
};

struct TopicMember {
  PagePath path;
  std::string title;
  Timestamp changed{};
  double cosine = 0;  // to the centre of its topic
};

struct Topic {
  std::vector<std::string> terms;    // at most kTopicTerms, the most telling first
  std::vector<TopicMember> members;  // the most central first
  Timestamp oldest{}, newest{};      // of its pages' last changes
  std::string label() const;         // the terms, or the title of its most central page if there are none
};
inline constexpr std::size_t kTopicTerms = 3;

struct Topics {
  std::vector<Topic> topics;  // the largest first
  std::size_t waiting = 0;    // pages that have no vectors and so are in none
};

// The names in meta of what is kept of them begin so, and a reindex forgets it: a label may hold what was purged.
inline constexpr const char* kThemesKept = "themes ";

// √(n/2), 3 to 20, and not more than there are pages.
std::size_t topic_count(std::size_t pages);

// Names the groups. A term of topic c counts tf·ln(1 + A/f): tf how often it is in c (a title counts 3, a heading 2),
// f how often it is in all of them, A the mean number of words of a topic. In a topic of three pages and more, a term
// is in two of them at least.
std::vector<Topic> name_topics(const std::vector<TopicPage>& pages, const Clusters& clusters);

}  // namespace ai_memory
