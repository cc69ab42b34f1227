// A language model that says what it is told to, and keeps what it was asked.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "dream/language_model.hh"

namespace ai_memory::test {

class ScriptedModel : public LanguageModel {
 public:
  // Asked for each answer; what it returns is the model's text.
  std::function<std::string(const ModelRequest&)> answer;
  // Instead of an answer, one for each question, the first first.
  std::deque<ModelReply> replies;
  std::size_t context = 100'000;
  std::vector<ModelRequest> asked;

  ModelReply ask(const ModelRequest& request, const std::function<bool()>& go_on) override {
    if (go_on && !go_on()) return {ModelFault::stopped, {}, "stopped", {}, name()};
    asked.push_back(request);
    ++use_.calls;
    if (!replies.empty()) {
      ModelReply reply = std::move(replies.front());
      replies.pop_front();
      if (reply.model.empty()) reply.model = name();
      return reply;
    }
    return {ModelFault::none, answer ? answer(request) : std::string(), {}, {}, name()};
  }
  std::string name() const override { return "scripted"; }
  std::size_t context_tokens() const override { return context; }
  ModelUse use() const override { return use_; }

 private:
  ModelUse use_;
};

}  // namespace ai_memory::test
