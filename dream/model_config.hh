// How models are asked: which, how patiently, and how much of it.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "dream/model_wire.hh"
#include "index/http_retry.hh"

namespace ai_memory {

struct ModelBudget {
  std::size_t calls = 50;        // requests of a run, repeated ones included
  std::size_t tokens = 500'000;  // of questions and answers of a run
};

struct ModelConfig {
  ModelEndpoint endpoint;
  std::vector<ModelEndpoint> fallbacks;  // asked in turn where those before fail for now
  std::chrono::milliseconds timeout{120'000}, connect_timeout{10'000};
  RetryConfig retry;
  ModelBudget budget;
  std::string ca_file;  // certificates to trust; empty: the system's
};

}  // namespace ai_memory
