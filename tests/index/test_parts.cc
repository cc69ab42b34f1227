#include <doctest/doctest.h>
#include <fstream>
#include <memory>

#include "index/parts.hh"
#include "tests/index/sample_part.hh"
#include "tests/support/temp_wiki.hh"
#include "wiki/error.hh"

using namespace ai_memory;

namespace {

using Folders = std::vector<std::filesystem::path>;

std::string fault_of(const std::string& name, const std::string& function, const Folders& folders) {
  try {
    part_function(name, function, folders);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::failed);
    CHECK(!error.hint().empty());
    return error.what();
  }
  return "none";
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a part of the program is found beside it, loaded, and works") {
  const std::unique_ptr<test::Doubler> doubler(load_part<test::Doubler*()>("sample", "make_doubler")());
  CHECK(doubler->doubled(21) == 42);
}

TEST_CASE("a part that is missing, broken or of another version is named with what is wrong") {
  const auto here = part_folders().front();
  const auto folder = test::make_temp_folder();
  CHECK(holds(fault_of("sample", "f", Folders({folder, "/nowhere"})),
              "ai-memory-sample.so: this part of the program is missing"));
  CHECK(holds(fault_of("sample", "f", Folders({folder, "/nowhere"})), folder.string() + ", /nowhere"));
  CHECK(holds(fault_of("sample", "another", Folders({here})), "lacks another"));
  std::ofstream(folder / "ai-memory-sample.so") << "no module";
  CHECK(holds(fault_of("sample", "make_doubler", Folders({folder, here})), "cannot be loaded"));
  CHECK(
      holds(fault_of("old", "make_doubler", Folders({here})), "ai-memory-old.so: is of version 0.0.0, the program of"));
  std::filesystem::remove_all(folder);
}
