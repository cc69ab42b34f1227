// What is asked of an OpenAI-compatible /embeddings, and what its answer says.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "index/embedder.hh"

namespace ai_memory {

// The body of the request. `dimension` 0: not asked for.
std::string embeddings_request(const std::string& model, const std::vector<std::string>& texts, int dimension);

struct EmbeddingsAnswer {
  // One for each text, in their order, of unit length. Empty: there is none, or not of `dimension` finite numbers, or
  // all zero, or two claim to be of this text.
  std::vector<Vector> vectors;
  std::size_t other_dimension = 0;  // of a vector that was not `dimension` long
  std::string fault;                // the answer is none: why, as "is no JSON"
};
// `count`: texts that were asked about. `dimension` 0: whatever comes.
EmbeddingsAnswer parse_embeddings(std::string_view body, std::size_t count, std::size_t dimension);

// What a server says of an error, on one line, without secrets and at most 200 bytes; empty if it says nothing.
std::string server_message(std::string_view body);

}  // namespace ai_memory
