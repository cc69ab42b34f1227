// Parts of the program that only some commands need are modules of their own, ai-memory-NAME.so, and loaded when first
// asked for: the libraries behind them (curl, FAISS) cost every other command nothing.
//
// A module shows `extern "C"` functions, such as one that makes an object of a pure virtual class, and its version:
//
//   AI_MEMORY_PART(Http*, ai_memory_make_http)() { return new CurlHttp; }
//
// No exception leaves it: what goes wrong comes back as a value. It is built by shared_module() in cli/meson.build.
#pragma once

#include <exception>
#include <filesystem>
#include <string>
#include <vector>

// Begins a function that a module shows; the first of a module also tells its version.
#define AI_MEMORY_PART_FUNCTION(type, function) extern "C" [[gnu::visibility("default")]] type function
#define AI_MEMORY_PART(type, function)                                           \
  extern "C" [[gnu::visibility("default")]] const char ai_memory_part_version[]; \
  const char ai_memory_part_version[] = AI_MEMORY_VERSION;                       \
  AI_MEMORY_PART_FUNCTION(type, function)

namespace ai_memory {

// Where modules are looked for: beside the program, in ../libexec/ai-memory from there, then where the build was told
// to install them.
std::vector<std::filesystem::path> part_folders();

// What such a function answers: null when `work` is done, else what went wrong, in words that stay until the next call.
template <class Work>
const char* problem_of(const Work& work) noexcept {
  static std::string problem;
  try {
    work();
    return nullptr;
  } catch (const std::exception& error) {
    problem = error.what();
  } catch (...) {
    problem = "an unknown failure";
  }
  return problem.c_str();
}

// The address of `function` in ai-memory-NAME.so of the first of `folders` that has it. Stays loaded. Throws `failed`,
// naming what is missing or does not fit and what to install.
void* part_function(const std::string& name, const std::string& function,
                    const std::vector<std::filesystem::path>& folders = part_folders());

// The same as what it is: load_part<Http*()>("http", "ai_memory_make_http").
template <class Function>
Function* load_part(const std::string& name, const std::string& function) {
  return reinterpret_cast<Function*>(part_function(name, function));
}

}  // namespace ai_memory
