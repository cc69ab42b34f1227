// How a model is asked to make one page of several, and what it answers. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dream/language_model.hh"
#include "wiki/page_path.hh"
#include "wiki/time.hh"

namespace ai_memory {

struct PromptPage {
  PagePath path;
  std::string title, body;
  Timestamp changed{};
};

// Each page stands between lines with `mark`, as data that somebody else wrote. `mark`: chosen anew for each request
// and in none of the texts, see is_good_mark(). Secrets must have been looked for before.
ModelRequest rewrite_request(const std::vector<PromptPage>& pages, std::string_view mark);

// Whether no page can close its block with it: 16 or more letters and digits that none of the texts has.
bool is_good_mark(std::string_view mark, const std::vector<PromptPage>& pages);

// What a model made of the pages, and what a check found in it, a line each.
struct FaultyAnswer {
  std::string title, body;
  std::vector<std::string> faults;
};

// Asks for the note once more, without the faults. `mark` must be in none of these texts either.
ModelRequest correction_request(const std::vector<PromptPage>& pages, const FaultyAnswer& answer,
                                std::string_view mark);
bool is_good_mark(std::string_view mark, const std::vector<PromptPage>& pages, const FaultyAnswer& answer);

// About how many tokens question and answer need together.
std::size_t tokens_needed(const ModelRequest& request);

struct RewriteProposal {
  std::string title, body;
  std::vector<std::string> dropped;  // what it says it left out, as the pages have it
};

// Throws Error of kind `provider`, in words that follow "the answer": see reply_object(); a source that is none of the
// pages, one of them named twice or not at all; marks of thinking.
RewriteProposal parse_rewrite(std::string_view reply, const std::vector<PromptPage>& pages);

}  // namespace ai_memory
