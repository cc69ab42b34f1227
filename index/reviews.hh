// Who opened or judged which page when (table `reviews`), for the curve fsrs6.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "decay/retention.hh"
#include "index/database.hh"

namespace ai_memory {

std::vector<Review> reviews_of(const sqlite::Database& database, const std::string& page);  // oldest first
std::map<std::string, std::vector<Review>> all_reviews(const sqlite::Database& database);   // by path, likewise

// Opening a page is a good review, at most one per (page, actor) in 60 s.
void count_opening(sqlite::Database& database, const std::string& page, const std::string& actor, Timestamp now);

}  // namespace ai_memory
