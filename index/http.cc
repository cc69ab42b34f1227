#include "index/http.hh"

#include "index/parts.hh"

namespace ai_memory {

std::unique_ptr<Http> make_http() { return std::unique_ptr<Http>(load_part<Http*()>("http", "ai_memory_make_http")()); }

}  // namespace ai_memory
