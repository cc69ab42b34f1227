#include "index/openai_embedder.hh"

#include <algorithm>

#include "index/openai_answer.hh"
#include "index/server_fault.hh"
#include "wiki/error.hh"
#include "wiki/secrets.hh"
#include "wiki/wiki.hh"

namespace ai_memory {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kChunkBytes = 1000;  // about 256 word pieces, which the smallest models take
constexpr int kMostInARow = 3;
constexpr std::chrono::seconds kQueryRest{30};

std::string url_of(const OpenAiConfig& config) {
  const auto query = std::min(config.base_url.find('?'), config.base_url.size());
  std::string url = config.base_url.substr(0, query);
  while (url.ends_with('/')) url.pop_back();
  if (!url.ends_with("/embeddings")) url += "/embeddings";
  return url + config.base_url.substr(query);
}

std::string shown(const OpenAiConfig& config) {
  const auto url = parse_url(config.base_url);
  return url ? url->shown() : "embedding.base_url";
}

bool is_blank(const std::string& text) { return text.find_first_not_of(" \t\r\n") == std::string::npos; }

// Whose fault it is that there are no vectors.
enum class Blame {
  nobody,   // there are
  texts,    // perhaps: one of them may be too long for the model
  server,   // or the settings: other texts fare no better
  stopped,  // go_on said no
};

struct Reply {
  Blame blame = Blame::nobody;
  std::vector<Vector> vectors;
  std::string why, hint;  // with "https://host: " in front
};

Blame blame_of(const HttpAnswer& answer) {
  switch (answer.fault) {
    case HttpFault::none:
      break;
    case HttpFault::stopped:
      return Blame::stopped;
    case HttpFault::timed_out:
    case HttpFault::cut:
      return Blame::texts;
    default:
      return Blame::server;
  }
  if (answer.status == 200) return Blame::nobody;
  const bool texts = answer.status == 400 || answer.status == 413 || answer.status == 422 ||
                     (answer.status >= 500 && answer.status <= 599 && answer.status != 503);
  return texts ? Blame::texts : Blame::server;
}

class OpenAi {
 public:
  OpenAi(OpenAiConfig config, OpenAiMeans means) : config_(std::move(config)), means_(std::move(means)) {}

  Reply ask(const std::vector<std::string>& texts, milliseconds timeout, const RetryConfig& retry);
  const OpenAiConfig& config() const { return config_; }
  const OpenAiMeans& means() const { return means_; }
  std::function<bool()> go_on;

 private:
  HttpRequest request(const std::vector<std::string>& texts, milliseconds timeout) const;
  void explain(Reply& reply, const HttpAnswer& answer) const;
  void read(Reply& reply, const HttpAnswer& answer, std::size_t count) const;

  OpenAiConfig config_;
  OpenAiMeans means_;
  std::unique_ptr<Http> http_;
};

HttpRequest OpenAi::request(const std::vector<std::string>& texts, milliseconds timeout) const {
  HttpRequest request;
  request.url = url_of(config_);
  request.json = embeddings_request(config_.model, texts, config_.request_dimension ? config_.dimension : 0);
  if (!config_.key.empty()) request.headers.emplace_back("Authorization", "Bearer " + config_.key);
  request.timeout = timeout;
  request.connect_timeout = std::min(request.connect_timeout, timeout);
  request.most_bytes = (1U << 20U) + texts.size() * 32 * static_cast<std::size_t>(std::max(config_.dimension, 4096));
  request.ca_file = config_.ca_file;
  request.go_on = go_on;
  return request;
}

Reply OpenAi::ask(const std::vector<std::string>& texts, milliseconds timeout, const RetryConfig& retry) {
  Reply reply;
  try {
    if (!http_) http_ = means_.http();
  } catch (const Error& error) {
    return {Blame::server, {}, error.what(), error.hint()};
  }
  const HttpAnswer answer = send_with_retries(*http_, request(texts, timeout), retry, means_.clock);
  reply.blame = blame_of(answer);
  if (reply.blame == Blame::nobody)
    read(reply, answer, texts.size());
  else
    explain(reply, answer);
  return reply;
}

void OpenAi::read(Reply& reply, const HttpAnswer& answer, std::size_t count) const {
  EmbeddingsAnswer parsed = parse_embeddings(answer.body, count, static_cast<std::size_t>(config_.dimension));
  reply.vectors = std::move(parsed.vectors);
  if (!parsed.fault.empty()) {
    reply.blame = Blame::server;
    reply.why = shown(config_) + ": what it answers " + parsed.fault;
    reply.hint = "embedding.base_url must be that of an OpenAI-compatible server; it ends with /v1 mostly";
  } else if (parsed.other_dimension > 0) {
    const std::string got = std::to_string(parsed.other_dimension);
    reply.blame = Blame::server;
    reply.why = config_.model + " gives vectors of " + got + " numbers, not " + std::to_string(config_.dimension);
    reply.hint = "set embedding.dimension = " + got;
  }
}

void OpenAi::explain(Reply& reply, const HttpAnswer& answer) const {
  static const ServerSettings settings{"embedding.base_url, which ends with /v1 mostly", "embedding.model",
                                       "embedding.api_key_env",
                                       "embedding.timeout_secs, embedding.query_timeout_secs and embedding.batch_size"};
  ServerFault fault = explain_answer(answer, {shown(config_), config_.model, config_.key}, settings);
  reply.why = std::move(fault.why);
  reply.hint = std::move(fault.hint);
}

class OpenAiEmbedder : public Embedder {
 public:
  OpenAiEmbedder(OpenAiConfig config, OpenAiMeans means) : server_(std::move(config), std::move(means)) {
    const OpenAiConfig& c = server_.config();
    id_ = "openai:" + c.model + ":" + std::to_string(c.dimension);
    if (!c.document_prefix.empty()) id_ += ":" + blob_id(c.document_prefix).substr(0, 8);
  }

  const std::string& id() const override { return id_; }
  int dimension() const override { return (server_.config().dimension + 31) / 32 * 32; }
  int own_dimension() const override { return server_.config().dimension; }
  bool knows_meaning() const override { return true; }
  std::size_t fitting(std::string_view text) const override { return fits_in_bytes(text, kChunkBytes); }
  std::string why_none() const override { return why_none_; }
  std::size_t batch_size() const override { return server_.config().batch_size; }
  void go_on_while(std::function<bool()> go_on) override {
    server_.go_on = std::move(go_on);
    failed_in_a_row_ = 0;
    why_none_.clear();
    given_up_.reset();
  }
  std::vector<Vector> embed_documents(const std::vector<std::string>& texts) override;
  Vector embed_query(const std::string& text) override;

 private:
  using Asked = std::vector<std::size_t>;  // positions of texts
  void embed(const std::vector<std::string>& texts, const Asked& asked, std::vector<Vector>& vectors);
  void give_up(const Reply& reply) {
    given_up_.emplace(ErrorKind::provider, reply.why, reply.hint);
    texts_to_blame_ = reply.blame == Blame::texts;
  }
  Vector padded(Vector vector) const {
    if (!vector.empty()) vector.resize(static_cast<std::size_t>(dimension()));
    return vector;
  }

  OpenAi server_;
  std::string id_, why_none_;
  int failed_in_a_row_ = 0;
  std::optional<Error> given_up_;
  bool texts_to_blame_ = false;  // for that
  std::optional<std::chrono::steady_clock::time_point> no_query_until_;
};

std::vector<Vector> OpenAiEmbedder::embed_documents(const std::vector<std::string>& texts) {
  std::vector<Vector> vectors(texts.size());
  std::vector<std::string> sent;
  Asked asked;
  for (const std::string& text : texts) {
    const std::string safe = redact(text);
    if (!is_blank(safe)) asked.push_back(sent.size());
    sent.push_back(server_.config().document_prefix + safe);
  }
  if (asked.empty()) return vectors;
  if (given_up_) throw Error(*given_up_);
  bool any = false;
  for (std::size_t from = 0; from < asked.size() && !given_up_; from += batch_size()) {
    const auto to = std::min(from + batch_size(), asked.size());
    embed(sent, {asked.begin() + static_cast<std::ptrdiff_t>(from), asked.begin() + static_cast<std::ptrdiff_t>(to)},
          vectors);
  }
  for (const Vector& vector : vectors) any = any || !vector.empty();
  // What there is is kept, and what the texts may be to blame for counts as tried; the next call throws.
  if (given_up_ && !any && !texts_to_blame_) throw Error(*given_up_);
  return vectors;
}

void OpenAiEmbedder::embed(const std::vector<std::string>& texts, const Asked& asked, std::vector<Vector>& vectors) {
  std::vector<std::string> batch;
  for (const std::size_t at : asked) batch.push_back(texts[at]);
  const Reply reply = server_.ask(batch, server_.config().timeout, server_.config().retry);
  if (reply.blame == Blame::nobody) {
    failed_in_a_row_ = 0;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      vectors[asked[i]] = padded(reply.vectors[i]);
      if (reply.vectors[i].empty()) why_none_ = shown(server_.config()) + ": its answer had no good vector for it";
    }
  } else if (reply.blame != Blame::texts) {
    give_up(reply);
  } else if (asked.size() == 1) {
    why_none_ = reply.why;
    if (++failed_in_a_row_ >= kMostInARow) give_up(reply);
  } else {  // perhaps it is one of them
    for (std::size_t i = 0; i < asked.size() && !given_up_; ++i) {
      RetryConfig once = server_.config().retry;
      once.retries = 0;
      const Reply alone = server_.ask({batch[i]}, server_.config().timeout, once);
      if (alone.blame == Blame::nobody) {
        failed_in_a_row_ = 0;
        vectors[asked[i]] = padded(alone.vectors.front());
        continue;
      }
      why_none_ = alone.why;
      if (alone.blame != Blame::texts || ++failed_in_a_row_ >= kMostInARow) give_up(alone);
    }
  }
}

Vector OpenAiEmbedder::embed_query(const std::string& text) {
  const RetryClock& clock = server_.means().clock;
  const std::string safe = redact(text);
  if (is_blank(safe) || (no_query_until_ && clock.now() < *no_query_until_)) return {};
  RetryConfig retry = server_.config().retry;
  retry.total = server_.config().query_timeout;
  retry.reconnect = false;
  const Reply reply = server_.ask({server_.config().query_prefix + safe}, server_.config().query_timeout, retry);
  if (reply.blame == Blame::nobody && !reply.vectors.front().empty()) return padded(reply.vectors.front());
  no_query_until_ = clock.now() + kQueryRest;
  if (const auto& warn = server_.means().warn; warn) {
    const std::string why = reply.why.empty() ? shown(server_.config()) + ": gives no vector for this" : reply.why;
    warn(why + "; words alone decide" + (reply.hint.empty() ? "" : " (" + reply.hint + ")"));
  }
  return {};
}

}  // namespace

std::unique_ptr<Embedder> make_openai_embedder(OpenAiConfig config, OpenAiMeans means) {
  return std::make_unique<OpenAiEmbedder>(std::move(config), std::move(means));
}

std::size_t ask_dimension(const OpenAiConfig& config, const OpenAiMeans& means) {
  OpenAiConfig any = config;
  if (!any.request_dimension) any.dimension = 0;
  const Reply reply = OpenAi(any, means).ask({"memory"}, config.timeout, config.retry);
  if (reply.blame != Blame::nobody) throw Error(ErrorKind::provider, reply.why, reply.hint);
  if (reply.vectors.front().empty())
    throw Error(ErrorKind::provider, shown(config) + ": " + config.model + " gives no vector");
  return reply.vectors.front().size();
}

}  // namespace ai_memory
