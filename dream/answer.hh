// An answer to a question out of pages, and where it comes from. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dream/language_model.hh"
#include "wiki/page_path.hh"
#include "wiki/time.hh"

namespace ai_memory {

struct AnswerPage {
  PagePath path;
  std::string title, text;  // the text may be a part of the page's; without secrets
  Timestamp changed{};
};

struct AnswerQuestion {
  std::string text;
  Timestamp now{};
  int max_tokens = 1000;  // of the answer
};

// Each page stands between lines with `mark`, see rewrite_request().
ModelRequest answer_request(const AnswerQuestion& question, const std::vector<AnswerPage>& pages,
                            std::string_view mark);
bool is_good_mark(std::string_view mark, const AnswerQuestion& question, const std::vector<AnswerPage>& pages);

struct Answer {
  bool found = false;  // false: the pages do not say; `text` says what is missing, and may be empty
  std::string text;
  std::vector<PagePath> sources;  // that it rests on, in the order of the pages
};

// Throws Error of kind `provider`, in words that follow "the answer": see reply_object(); a source that is none of the
// pages; an answer without any; an empty one; marks of thinking.
Answer parse_answer(std::string_view reply, const std::vector<AnswerPage>& pages);

}  // namespace ai_memory
