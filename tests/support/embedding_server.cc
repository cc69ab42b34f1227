// A small OpenAI-compatible server for sessions: embedding_server FOLDER.
//   FOLDER/port    where it listens, once it does
//   FOLDER/mode    read at each request: good (also without the file), none, nan, short, wide, 400, 401, 429, 500,
//   html,
//                  cut, hang, bad-word (400 for a batch with the word "poison")
//   FOLDER/log     every request
// Words of one meaning share an axis of 8; other words count nothing. Ends with its stdin.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>

#include "tests/support/http_server.hh"

using namespace ai_memory::test;
using nlohmann::json;

namespace {

json vector_of(const std::string& text, std::size_t dimension) {
  constexpr const char* kMeanings[][3] = {
      {"revert", "roll back", "undo"}, {"bread", "loaves", "bakery"}, {"cat", "kitten", "purr"}};
  std::vector<double> vector(dimension, 0.0);
  vector[dimension - 1] = 0.1;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const char* word : kMeanings[axis])
      if (text.find(word) != std::string::npos) vector[axis] = 1;
  return vector;
}

ServedAnswer answer(const std::string& mode, const ServedRequest& request) {
  const json asked = json::parse(request.body, nullptr, false);
  if (mode == "html") return {http_answer(200, "<html>sign in</html>")};
  if (mode == "cut") return {"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"data\":"};
  if (mode == "hang") return {"", ServedAnswer::Then::hang};
  if (mode == "429") return {http_answer(429, "{}", "Retry-After: 3600\r\n")};
  if (std::atoi(mode.c_str()) > 0) return {http_answer(std::atoi(mode.c_str()), R"({"error":{"message":"told so"}})")};
  if (mode == "bad-word" && request.body.find("poison") != std::string::npos)
    return {http_answer(400, R"({"error":{"message":"too long"}})")};
  json data = json::array();
  for (const json& text : asked["input"]) {
    json vector = vector_of(text.get<std::string>(), mode == "wide" ? 16 : 8);
    if (mode == "nan") vector[0] = nullptr;
    data.push_back({{"index", data.size()}, {"embedding", vector}});
  }
  std::reverse(data.begin(), data.end());
  if (mode == "short") data.erase(data.begin());
  if (mode == "none") data.clear();
  return {http_answer(200, json{{"data", data}}.dump())};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::filesystem::path folder = argv[1];
  const HttpServer server([&](const ServedRequest& request) {
    std::string mode = "good";
    std::ifstream(folder / "mode") >> mode;
    std::ofstream(folder / "log", std::ios::app) << request.line << "\n" << request.head << request.body << "\n";
    return answer(mode, request);
  });
  std::ofstream(folder / "port.new") << server.port() << "\n";
  std::filesystem::rename(folder / "port.new", folder / "port");
  std::cin.ignore(std::numeric_limits<std::streamsize>::max());
}
