// Pages, and edits of them that each change one statement: of the force of a ban, of direction, of state, of who or
// what is in a list; and edits that come near to such ones and say the same.
#pragma once

#include <vector>

namespace ai_memory::test {

struct PageEdit {
  const char *kind, *from, *to;  // `from` stands in the page once
};
struct ChangedPage {
  const char* body;
  std::vector<PageEdit> wrong, right;
};

const std::vector<ChangedPage>& changed_pages_english();
const std::vector<ChangedPage>& changed_pages_japanese();

}  // namespace ai_memory::test
