// Whatever a server answers: it is read as one of the three protocols and as a rewrite or an answer, or refused with a
// reason; and what comes out names nothing that was not given.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "dream/answer.hh"
#include "dream/model_wire.hh"
#include "dream/proposal.hh"
#include "dream/reply_json.hh"
#include "dream/rewrite_prompt.hh"
#include "tests/fuzz/fuzz.hh"
#include "wiki/error.hh"

using namespace ai_memory;

namespace {

const std::vector<PromptPage> kPages = {{PagePath::existing("default/p/a.md"), "A", "one\n", {}},
                                        {PagePath::existing("default/p/b.md"), "B", "two\n", {}}};
const std::vector<AnswerPage> kAnswerPages = {{kPages[0].path, "A", "one\n", {}}, {kPages[1].path, "B", "two\n", {}}};

template <class Read>
void read_or_refuse(const Read& read) {
  try {
    read();
  } catch (const Error& error) {
    require(*error.what() != '\0');
  }
}

void read_as_reply(std::string_view text) {
  read_or_refuse([&] {
    const RewriteProposal proposal = parse_rewrite(text, kPages);
    require(is_utf8(proposal.body) && is_utf8(proposal.title));
    require(!has_thinking(proposal.body) && !has_thinking(proposal.title));
  });
  read_or_refuse([&] {
    const Answer answer = parse_answer(text, kAnswerPages);
    require(is_utf8(answer.text));
    require(!answer.found || !answer.sources.empty());
    for (const PagePath& source : answer.sources) require(source == kPages[0].path || source == kPages[1].path);
  });
}

}  // namespace

void check(std::string_view bytes) {
  const std::string body(bytes);
  for (const Protocol protocol : {Protocol::openai, Protocol::anthropic, Protocol::ollama}) {
    const WireReply reply = read_wire_reply(protocol, body);
    require(reply.text.empty() != reply.fault.empty());
    read_as_reply(reply.text);
    for (auto dialect = other_dialect(protocol, {}, body); dialect; dialect = other_dialect(protocol, *dialect, body))
      require(dialect->json != JsonMode::schema || !dialect->temperature || dialect->completion_tokens);
  }
  read_as_reply(body);
  // What a good reply has round it does not matter.
  const std::string good = R"({"title":"T","body_markdown":"one two","sources":["a.md","b.md"],"dropped":[]})";
  const std::string fenced = "```json\n" + good + "\n```";
  require(parse_rewrite(fenced, kPages).body == "one two");
  read_or_refuse([&] { static_cast<void>(parse_proposal(body)); });
}
