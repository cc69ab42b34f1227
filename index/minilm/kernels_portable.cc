#include "index/minilm/kernels_body.hh"

namespace ai_memory::minilm {

const Kernels& portable_kernels() { return kKernels; }

#if defined(__x86_64__) || defined(__i386__)
bool has_avx2() { return __builtin_cpu_supports("avx2"); }
#else
bool has_avx2() { return false; }
const Kernels& avx2_kernels() { return kKernels; }
#endif

const Kernels& best_kernels() { return has_avx2() ? avx2_kernels() : portable_kernels(); }

}  // namespace ai_memory::minilm
