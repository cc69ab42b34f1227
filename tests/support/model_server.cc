// A language model's server for sessions: model_server FOLDER. It speaks OpenAI's, Anthropic's and Ollama's protocol.
//   FOLDER/port    where it listens, once it does
//   FOLDER/mode    read at each request, "good" without the file:
//     good, fence, think     a faithful rewrite, bare, in a fence between chatter, after thinking
//     drop, invent           leaves the numbers out, adds a date and a URL
//     drop-untold              leaves the numbers out until it is told so
//     doubt                  says something that no note says, without a fact in it
//     control                a faithful one with keys that nobody asked for
//     empty, unchanged, purge, prose, half, length, ids, surrogate, html    replies that are none
//     401, 404, 429, 503 …   that status;  429-once, 503-once: the first time only
//     hang, drip, cut, huge  connections that misbehave
//   FOLDER/log     every request, headers and body
//   FOLDER/wait    exists: the answer waits until it does not
// A rewrite has each line of all notes once; an answer to a question is the first line of the first note. Ends with its
// stdin.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "tests/support/faithful_rewriter.hh"
#include "tests/support/http_server.hh"

using namespace ai_memory::test;
using nlohmann::json;

namespace {

// What was asked, whatever the protocol: {system, user}.
std::string user_text(const json& request) {
  const json& last = request["messages"].back()["content"];
  return last.is_string() ? last.get<std::string>() : last.dump();
}

std::string without_digits(std::string text) {
  std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
  return text;
}

json rewrite(const std::vector<GivenNote>& notes, const std::string& mode, bool is_told) {
  json reply = faithful_reply(notes);
  std::string body = reply["body_markdown"];
  if (mode == "drop" || (mode == "drop-untold" && !is_told)) body = without_digits(body);
  if (mode == "invent") body += "Since 2031-04-01, see https://nope.example/x.\n";
  if (mode == "doubt") body += "\nEverybody likes how quickly the old kitchen was painted.\n";
  if (mode == "empty") body.clear();
  if (mode == "unchanged") body = "(unchanged)\n";
  if (mode == "ids") reply["sources"].push_back("../x.md");
  if (mode == "control") reply.update({{"pinned", true}, {"tier", "semantic"}, {"path", "rules/x.md"}});
  if (mode == "purge") reply.update({{"action", "purge"}});
  reply["body_markdown"] = body;
  return reply;
}

json answer(const std::vector<GivenNote>& notes) {
  std::istringstream lines(notes.front().body);
  std::string first;
  while (std::getline(lines, first) && (first.empty() || first.starts_with("#"))) {
  }
  return {{"answer", first}, {"sources", {notes.front().path}}, {"found", true}};
}

std::string reply_text(const json& request, const std::string& mode) {
  const std::string user = user_text(request);
  const auto notes = given_notes(user);
  if (mode == "prose") return "I am sorry, but I cannot help with that.";
  if (mode == "surrogate") return R"({"title":"\ud800","body_markdown":"x","sources":[],"dropped":[]})";
  if (notes.empty()) return R"({"ready":true})";
  const bool is_told = user.find("You have answered once") != user.npos;
  const bool is_question = user.find("The question:") != user.npos;
  const std::string good = (is_question ? answer(notes) : rewrite(notes, mode, is_told)).dump();
  if (mode == "half") return good.substr(0, good.size() / 2);
  if (mode == "fence") return "Sure, here it is:\n\n```json\n" + good + "\n```\nIs there more?";
  if (mode == "think") return "<think>Two notes {about} it.</think>\n" + good;
  return good;
}

json wrapped(const ServedRequest& request, const json& asked, const std::string& text, const std::string& mode) {
  const bool cut = mode == "length";
  if (request.line.find("/messages") != std::string::npos) {
    json block = {{"type", "text"}, {"text", text}};
    if (const json input = json::parse(text, nullptr, false); input.is_object())
      block = {{"type", "tool_use"}, {"id", "t1"}, {"name", asked["tool_choice"]["name"]}, {"input", input}};
    return {{"content", {block}},
            {"stop_reason", cut ? "max_tokens" : "tool_use"},
            {"usage", {{"input_tokens", 100}, {"output_tokens", 50}}}};
  }
  if (request.line.find("/api/chat") != std::string::npos)
    return {{"message", {{"role", "assistant"}, {"content", text}}},
            {"done", true},
            {"done_reason", cut ? "length" : "stop"},
            {"prompt_eval_count", 100},
            {"eval_count", 50}};
  return {{"choices",
           {{{"index", 0},
             {"message", {{"role", "assistant"}, {"content", text}}},
             {"finish_reason", cut ? "length" : "stop"}}}},
          {"usage", {{"prompt_tokens", 100}, {"completion_tokens", 50}}}};
}

ServedAnswer serve(const std::string& mode, const ServedRequest& request) {
  if (mode == "html") return {http_answer(200, "<html>sign in</html>")};
  if (mode == "cut") return {"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"choices\":"};
  if (mode == "hang") return {"", ServedAnswer::Then::hang};
  if (mode == "drip") return {"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{", ServedAnswer::Then::hang};
  if (mode == "huge")
    return {"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" + std::string(1U << 20U, 'x'),
            ServedAnswer::Then::repeat};
  if (const int status = std::atoi(mode.c_str()); status > 0)
    return {http_answer(status, R"({"error":{"message":"told so"}})", status == 429 ? "Retry-After: 1\r\n" : "")};
  const json asked = json::parse(request.body, nullptr, false);
  if (asked.is_discarded()) return {http_answer(400, R"({"error":{"message":"no JSON"}})")};
  return {http_answer(200, wrapped(request, asked, reply_text(asked, mode), mode).dump())};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::filesystem::path folder = argv[1];
  bool once = false;
  const HttpServer server([&](const ServedRequest& request) {
    std::string mode = "good";
    std::ifstream(folder / "mode") >> mode;
    std::ofstream(folder / "log", std::ios::app) << request.line << "\n" << request.head << request.body << "\n";
    while (std::filesystem::exists(folder / "wait")) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (const auto dash = mode.find("-once"); dash != std::string::npos) mode = once ? "good" : mode.substr(0, dash);
    once = true;
    return serve(mode, request);
  });
  std::ofstream(folder / "port.new") << server.port() << "\n";
  std::filesystem::rename(folder / "port.new", folder / "port");
  std::cin.ignore(std::numeric_limits<std::streamsize>::max());
}
