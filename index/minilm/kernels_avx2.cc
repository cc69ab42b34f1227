// Compiled with -mavx2: nothing here may run before has_avx2() was asked.
#include "index/minilm/kernels_body.hh"

namespace ai_memory::minilm {

const Kernels& avx2_kernels() { return kKernels; }

}  // namespace ai_memory::minilm
