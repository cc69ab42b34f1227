// What is wrong when a server does not give what was asked for, in words for a person.
#pragma once

#include <string>

#include "index/http.hh"

namespace ai_memory {

// What the settings are called that a person would look at.
struct ServerSettings {
  std::string address, model, key, time;  // "embedding.base_url", …
};

struct AskedServer {
  std::string shown;  // "https://host"
  std::string model;
  std::string key;  // never part of what is said; empty: none was sent
};

struct ServerFault {
  std::string why, hint;  // the hint may be empty
};

// Of an answer with a fault, or with a status other than 200.
ServerFault explain_answer(const HttpAnswer& answer, const AskedServer& asked, const ServerSettings& settings);

// "https://host:8080" of an address; the address itself is not repeated where it is none, for it may hold a password.
std::string server_shown(const std::string& base_url);

}  // namespace ai_memory
