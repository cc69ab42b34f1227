#include "index/server_fault.hh"

#include "index/openai_answer.hh"

namespace ai_memory {
namespace {

// What the server says of it, without the key should it be in there.
std::string quoted(const HttpAnswer& answer, const AskedServer& asked) {
  const std::string message = server_message(answer.body);
  if (message.empty() || (!asked.key.empty() && message.find(asked.key) != std::string::npos)) return {};
  return ": " + message;
}

ServerFault explain_status(const HttpAnswer& answer, const AskedServer& asked, const ServerSettings& settings) {
  const std::string status = " (" + std::to_string(answer.status) + ")";
  switch (answer.status) {
    case 401:
    case 403:
      return {asked.shown + ": " + (asked.key.empty() ? "wants a key" : "refuses the key") + status,
              settings.key + " names the variable that holds it"};
    case 404:
      return {asked.shown + ": knows no model " + asked.model + ", or is no address for this" + status +
                  quoted(answer, asked),
              "see " + settings.model + " and " + settings.address};
    case 429:
      return {asked.shown + ": is asked too often, or the account has nothing left" + status, "try again later"};
    default:
      break;
  }
  if (answer.status >= 300 && answer.status <= 399)
    return {asked.shown + ": sends elsewhere" + status + ", which is not followed",
            "name the address it moved to in " + settings.address};
  return {asked.shown + ": says no" + status + quoted(answer, asked),
          answer.status >= 500 ? "try again later" : "see " + settings.model + " and " + settings.address};
}

}  // namespace

ServerFault explain_answer(const HttpAnswer& answer, const AskedServer& asked, const ServerSettings& settings) {
  const std::string server = asked.shown + ": ";
  switch (answer.fault) {
    case HttpFault::none:
      break;
    case HttpFault::request:
      return {server + answer.why,
              "see " + settings.address + "; a key goes over https, or to this machine (by a tunnel, say), only"};
    case HttpFault::connect:
      return {server + "cannot be reached (" + answer.why + ")", "is the server running? see " + settings.address};
    case HttpFault::tls:
      return {server + "is not trusted (" + answer.why + ")",
              "for a certificate of your own, name the file with its authority in SSL_CERT_FILE"};
    case HttpFault::timed_out:
      return {server + "did not answer in time", "see " + settings.time};
    case HttpFault::cut:
    case HttpFault::too_big:
    case HttpFault::stopped:
      return {server + answer.why, ""};
  }
  return explain_status(answer, asked, settings);
}

std::string server_shown(const std::string& base_url) {
  const auto url = parse_url(base_url);
  return url ? url->shown() : "the server";
}

}  // namespace ai_memory
