// The pages that a query may mean, from every stream (03-search §3): words, meaning, entities, links.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "index/embeddings.hh"
#include "index/search_index.hh"

namespace ai_memory {

class CandidateSearch {
 public:
  CandidateSearch(const sqlite::Database& database, const SearchConfig& config, const Query& query,
                  const SearchOptions& options, Timestamp now)
      : database_(database), config_(config), query_(query), options_(options), now_(now) {}

  // The meaning counts too. Asks the embedder once.
  void use(Embedder& embedder, const Embeddings& embeddings, const MeaningFloors& floors);

  // The best of `count` pages of each stream, best first; fewer when there are no more.
  std::vector<RankedPage> best(std::size_t count) const;

 private:
  using ById = std::map<std::int64_t, RankedPage>;

  template <class... More>
  std::vector<RankedPage> rows(std::string_view select, std::string_view order, std::size_t count,
                               const More&... more) const;
  // `only`: SQL that narrows what the query wants, beginning with AND; or empty.
  std::vector<RankedPage> matching(const std::string& match, std::string_view only, std::size_t count) const;
  std::vector<std::string_view> preferred() const;  // `only` of those that are to come first
  double full_match() const;
  bool join(ById& found, std::int64_t page, std::string_view only = {}) const;  // false: the query does not want it
  std::vector<RankedPage> newest(std::size_t count) const;
  void add_words(ById& found, std::string_view only, std::size_t count) const;
  void add_entities(ById& found) const;
  void add_meaning(ById& found, std::string_view only, std::size_t count) const;
  void add_importance(std::vector<RankedPage>& found) const;
  void add_belief(std::vector<RankedPage>& found) const;
  void add_links(std::vector<RankedPage>& ranked, double full) const;
  void put_first(std::vector<RankedPage>& ranked) const;

  const sqlite::Database& database_;
  const SearchConfig& config_;
  const Embeddings* embeddings_ = nullptr;  // null: without meaning
  MeaningFloors floors_;
  Vector asked_;
  const Query& query_;
  const SearchOptions& options_;
  Timestamp now_;
};

// `one` and `other` as a JSON list, for json_each.
std::string json_list(const std::vector<std::string>& one, const std::vector<std::string>& other = {});

}  // namespace ai_memory
