// An empty folder for one test; removed at the end.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "wiki/time.hh"

namespace ai_memory::test {

inline const Timestamp kDay = *parse_time("2026-11-29T12:00:00Z");

struct TempFolder {
  std::filesystem::path path;

  TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "ai-memory-test-XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("mkdtemp");
    path = name;
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::string read(const std::string& name) const {
    std::ifstream in(path / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

}  // namespace ai_memory::test
