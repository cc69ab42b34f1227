// A module for test_parts.cc.
#include "tests/index/sample_part.hh"

#include "index/parts.hh"

namespace {

struct Twice : ai_memory::test::Doubler {
  int doubled(int number) const override { return 2 * number; }
};

}  // namespace

AI_MEMORY_PART(ai_memory::test::Doubler*, make_doubler)() { return new Twice; }
