#include "index/openai_answer.hh"

#include <cmath>
#include <nlohmann/json.hpp>

#include "wiki/secrets.hh"

namespace ai_memory {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostDimensions = 1U << 16U;

// Of unit length; empty if that cannot be.
Vector vector_of(const Json& numbers) {
  Vector vector;
  vector.reserve(numbers.size());
  double squares = 0;
  for (const Json& number : numbers) {
    if (!number.is_number()) return {};
    const auto value = number.get<double>();
    squares += value * value;
    vector.push_back(static_cast<float>(value));
  }
  const double length = std::sqrt(squares);
  if (!std::isfinite(length) || length < 1e-6 || length > 1e6) return {};
  for (float& value : vector) value = static_cast<float>(value / length);
  return vector;
}

// Which text the item at `position` is of; `count` if none.
std::size_t text_of(const Json& item, std::size_t position, std::size_t items, std::size_t count) {
  const auto index = item.find("index");
  if (index == item.end()) return items == count ? position : count;
  if (!index->is_number_unsigned() || index->get<std::size_t>() >= count) return count;
  return index->get<std::size_t>();
}

}  // namespace

std::string embeddings_request(const std::string& model, const std::vector<std::string>& texts, int dimension) {
  Json request{{"model", model}, {"input", texts}, {"encoding_format", "float"}};
  if (dimension > 0) request["dimensions"] = dimension;
  return request.dump(-1, ' ', false, Json::error_handler_t::replace);
}

EmbeddingsAnswer parse_embeddings(std::string_view body, std::size_t count, std::size_t dimension) {
  EmbeddingsAnswer answer;
  answer.vectors.resize(count);
  const Json document = Json::parse(body, nullptr, false);
  if (document.is_discarded()) {
    answer.fault = "is no JSON";
    return answer;
  }
  const auto data = document.is_object() ? document.find("data") : document.end();
  if (data == document.end() || !data->is_array()) {
    answer.fault = "holds no list of vectors";
    return answer;
  }
  std::vector<int> claims(count);
  for (std::size_t position = 0; position < data->size(); ++position) {
    const Json& item = (*data)[position];
    if (!item.is_object()) continue;
    const std::size_t text = text_of(item, position, data->size(), count);
    if (text == count || ++claims[text] > 1) continue;
    const auto numbers = item.find("embedding");
    if (numbers == item.end() || !numbers->is_array() || numbers->empty() || numbers->size() > kMostDimensions)
      continue;
    if (dimension > 0 && numbers->size() != dimension)
      answer.other_dimension = numbers->size();
    else
      answer.vectors[text] = vector_of(*numbers);
  }
  for (std::size_t text = 0; text < count; ++text)
    if (claims[text] > 1) answer.vectors[text].clear();
  return answer;
}

std::string server_message(std::string_view body) {
  constexpr std::size_t kMost = 200;
  const Json document = Json::parse(body, nullptr, false);
  if (!document.is_object()) return {};
  const auto error = document.find("error");
  const Json& told = error == document.end() ? document : *error;
  const Json text = told.is_object() ? told.value("message", Json()) : told;
  if (!text.is_string()) return {};
  std::string line = redact(text.get<std::string>());
  for (char& c : line)
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  return line.substr(0, fits_in_bytes(line, kMost));
}

}  // namespace ai_memory
