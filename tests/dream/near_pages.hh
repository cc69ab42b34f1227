// Two or three pages that say nearly the same, a faithful page made of them, and edits of that page that each make one
// statement of it wrong.
#pragma once

#include <vector>

namespace ai_memory::test {

struct WrongEdit {
  const char *what, *from, *to;  // `from` stands in the faithful page once
};
struct NearPages {
  const char* title;
  std::vector<const char*> sources;
  const char* rewrite;
  std::vector<WrongEdit> wrong;
};

const std::vector<NearPages>& near_pages_english();
const std::vector<NearPages>& near_pages_japanese();

}  // namespace ai_memory::test
