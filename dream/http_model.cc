#include "dream/http_model.hh"

#include <algorithm>

#include "dream/token_count.hh"
#include "index/server_fault.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMostBytes = 8U << 20U;
constexpr int kMostDialects = 4;

std::string_view protocol_name(Protocol protocol) {
  switch (protocol) {
    case Protocol::openai:
      return "openai";
    case Protocol::anthropic:
      return "anthropic";
    case Protocol::ollama:
      return "ollama";
  }
  return "";
}

// Counts what is sent, and sends nothing beyond the budget, repeated requests included.
class CountedHttp : public Http {
 public:
  CountedHttp(std::unique_ptr<Http> http, ModelUse& use, std::size_t most)
      : http_(std::move(http)), use_(use), most_(most) {}

  HttpAnswer send(const HttpRequest& request) override {
    if (use_.calls >= most_) {
      HttpAnswer answer;
      answer.fault = HttpFault::request;
      return answer;
    }
    ++use_.calls;
    return http_->send(request);
  }
  bool is_used_up() const { return use_.calls >= most_; }

 private:
  std::unique_ptr<Http> http_;
  ModelUse& use_;
  const std::size_t most_;
};

// One server with one model.
class Server {
 public:
  explicit Server(ModelEndpoint endpoint) : endpoint_(std::move(endpoint)) {
    const std::string& name = endpoint_.setting;
    settings_ = {name + "base_url", name + "model", name + "api_key_env", "llm.timeout_secs"};
    if (endpoint_.base_url.empty()) endpoint_.base_url = usual_base_url(endpoint_.protocol);
  }

  std::string name() const { return std::string(protocol_name(endpoint_.protocol)) + " " + endpoint_.model; }
  std::size_t context_tokens() const { return endpoint_.context_tokens; }
  ModelReply ask(CountedHttp& http, const ModelRequest& request, const ModelConfig& config, const ModelMeans& means,
                 const std::function<bool()>& go_on, ModelUse& use);

 private:
  ModelReply reply_of(const HttpAnswer& answer, const ModelRequest& request, ModelUse& use) const;
  ModelReply fault(ModelFault kind, std::string why, std::string hint = {}) const {
    return {kind, {}, std::move(why), std::move(hint), name()};
  }

  std::string key_of_memory() const { return name() + " " + server_shown(endpoint_.base_url); }
  void recall(const ModelMeans& means);
  void remember(const ModelMeans& means);

  ModelEndpoint endpoint_;
  ServerSettings settings_;
  Dialect dialect_;                  // that this server takes, as far as is known
  std::optional<Dialect> recalled_;  // what an earlier run left, once asked for
};

void Server::recall(const ModelMeans& means) {
  if (recalled_) return;
  dialect_ = means.recall ? parse_dialect(means.recall(key_of_memory())) : Dialect();
  recalled_ = dialect_;
}

void Server::remember(const ModelMeans& means) {
  if (dialect_ == *recalled_ || !means.remember) return;
  means.remember(key_of_memory(), dialect_text(dialect_));
  recalled_ = dialect_;
}

ModelReply Server::reply_of(const HttpAnswer& answer, const ModelRequest& request, ModelUse& use) const {
  const std::string server = server_shown(endpoint_.base_url);
  if (answer.fault == HttpFault::stopped) return fault(ModelFault::stopped, "stopped");
  if (answer.fault != HttpFault::none || answer.status != 200) {
    const ServerFault told = explain_answer(answer, {server, endpoint_.model, endpoint_.key}, settings_);
    const bool reply = answer.fault == HttpFault::too_big;
    return fault(reply              ? ModelFault::reply
                 : may_pass(answer) ? ModelFault::passing
                                    : ModelFault::setup,
                 told.why, told.hint);
  }
  WireReply reply = read_wire_reply(endpoint_.protocol, answer.body);
  use.input_tokens += reply.input_tokens.value_or(estimated_tokens(request.system) + estimated_tokens(request.user));
  use.output_tokens += reply.output_tokens.value_or(estimated_tokens(reply.text));
  // Nothing that a server sends may take the key to a page.
  if (!endpoint_.key.empty() && reply.text.find(endpoint_.key) != std::string::npos)
    return fault(ModelFault::reply, server + ": the answer repeats the key");
  if (reply.fault.empty()) return {ModelFault::none, std::move(reply.text), {}, {}, name()};
  return fault(ModelFault::reply, server + ": the answer " + reply.fault,
               reply.ours ? "" : "is " + settings_.address + " that of such a server?");
}

ModelReply Server::ask(CountedHttp& http, const ModelRequest& request, const ModelConfig& config,
                       const ModelMeans& means, const std::function<bool()>& go_on, ModelUse& use) {
  recall(means);
  for (int tries = 1;; ++tries) {
    HttpRequest wire = wire_request(endpoint_, request, dialect_);
    wire.timeout = config.timeout;
    wire.connect_timeout = config.connect_timeout;
    wire.most_bytes = kMostBytes;
    wire.ca_file = config.ca_file;
    wire.go_on = go_on;
    if (http.is_used_up()) return fault(ModelFault::budget, "the calls of this run are used up");
    const std::size_t before = use.calls;
    const HttpAnswer answer = send_with_retries(http, std::move(wire), config.retry, means.clock);
    if (http.is_used_up() && answer.fault == HttpFault::request && use.calls > before)
      return fault(ModelFault::budget, "the calls of this run are used up");
    const bool refused = answer.fault == HttpFault::none && (answer.status == 400 || answer.status == 422);
    if (const auto other = other_dialect(endpoint_.protocol, dialect_, answer.body);
        refused && other && tries < kMostDialects) {
      dialect_ = *other;
      continue;
    }
    if (refused && *recalled_ != Dialect() && tries < kMostDialects) {  // the server changed: begin anew
      dialect_ = Dialect();
      remember(means);
      recalled_ = dialect_;
      continue;
    }
    if (answer.fault == HttpFault::none && answer.status == 200) remember(means);
    return reply_of(answer, request, use);
  }
}

class HttpModel : public LanguageModel {
 public:
  HttpModel(ModelConfig config, ModelMeans means) : config_(std::move(config)), means_(std::move(means)) {
    servers_.emplace_back(config_.endpoint);
    for (const ModelEndpoint& other : config_.fallbacks) servers_.emplace_back(other);
  }

  ModelReply ask(const ModelRequest& request, const std::function<bool()>& go_on) override;
  std::string name() const override { return servers_.front().name(); }
  std::size_t context_tokens() const override {
    std::size_t least = servers_.front().context_tokens();
    for (const Server& server : servers_) least = std::min(least, server.context_tokens());
    return least;
  }
  ModelUse use() const override { return use_; }

 private:
  bool may_ask(const ModelRequest& request) const {
    const std::size_t used = use_.input_tokens + use_.output_tokens;
    const std::size_t wanted = estimated_tokens(request.system) + estimated_tokens(request.user) +
                               static_cast<std::size_t>(std::max(request.max_tokens, 0));
    return used + wanted <= config_.budget.tokens;
  }

  ModelConfig config_;
  ModelMeans means_;
  std::vector<Server> servers_;  // the first one, and those that are asked where it fails for now
  ModelUse use_;
  std::unique_ptr<CountedHttp> http_;
};

ModelReply HttpModel::ask(const ModelRequest& request, const std::function<bool()>& go_on) {
  if (!may_ask(request)) return {ModelFault::budget, {}, "the tokens of this run are used up", {}, name()};
  if (!http_) {
    try {
      http_ = std::make_unique<CountedHttp>(means_.http(), use_, config_.budget.calls);
    } catch (const Error& error) {
      return {ModelFault::setup, {}, error.what(), error.hint(), name()};
    }
  }
  std::string before;  // why those asked before did not answer
  for (Server& server : servers_) {
    ModelReply reply = server.ask(*http_, request, config_, means_, go_on, use_);
    if (reply.fault != ModelFault::none) reply.why = before + reply.why;
    if (reply.fault != ModelFault::passing || &server == &servers_.back()) return reply;
    before = reply.why + "; then ";
  }
  return {};
}

}  // namespace

std::unique_ptr<LanguageModel> make_http_model(ModelConfig config, ModelMeans means) {
  return std::make_unique<HttpModel>(std::move(config), std::move(means));
}

}  // namespace ai_memory
