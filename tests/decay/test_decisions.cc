#include <doctest/doctest.h>

#include "decay/decisions.hh"
#include "decay/keep_tokens.hh"

using namespace ai_memory;

namespace {

std::vector<std::string> items(const char* body) {
  std::vector<std::string> texts;
  for (const KeptToken& token : keep_tokens(body))
    if (token.kind == KeepKind::item) texts.push_back(token.text);
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("sentences that tell a decision or a task are told from others") {
  for (const char* text :
       {"Decision: keep the old lamp.", "We will go with plan B.", "Agreed: no Fridays.", "It was agreed to wait.",
        "We decided within a minute to revert the release.", "We settled on oak.", "The conclusion is to wait.",
        "Action item: Ben orders glue.", "It must not be opened.", "色は赤に決めた。", "3 を採用。",
        "青は使わないことになった。", "次回: 海外発送の見積もり", "結論は待つこと。"})
    CHECK_MESSAGE(tells_decision(text), text);
  for (const char* text : {"We looked at plans.", "Undecided voters stayed home.", "The transaction: fine.",
                           "Disagreed at first.", "色は赤い。", ""})
    CHECK_FALSE_MESSAGE(tells_decision(text), text);
}

TEST_CASE("sentences with decisions are kept whole, and what stands below a heading or line that announces them") {
  CHECK(items("We talked. We settled on oak for the shelf. Then lunch.\n") ==
        Texts{"We settled on oak for the shelf."});
  CHECK(items("## Decisions\n\n- oak\n- no glue\n\n## Rest\n\n- lunch\n") == Texts{"oak", "no glue"});
  CHECK(items("決めたこと:\n\n- 北風運輸を使う\n- QR は後で\n\n雑談した。\n") ==
        Texts{"決めたこと:", "北風運輸を使う", "QR は後で"});
  CHECK(items("- lunch\n- tea\n").empty());
}
