// What the module of test_parts.cc makes.
#pragma once

namespace ai_memory::test {

class Doubler {
 public:
  virtual ~Doubler() = default;
  virtual int doubled(int number) const = 0;
};

}  // namespace ai_memory::test
