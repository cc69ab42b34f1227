// cmark-gfm's tree and how a body is parsed to one. For .cc files of this folder alone.
#pragma once

#include <algorithm>
#include <cmark-gfm.h>
#include <cstddef>
#include <memory>
#include <string_view>

namespace ai_memory {

using NodePtr = std::unique_ptr<cmark_node, decltype(&cmark_node_free)>;
using IterPtr = std::unique_ptr<cmark_iter, decltype(&cmark_iter_free)>;

// `text` as MarkdownSource makes it safe.
NodePtr parse_markdown(std::string_view text, bool tables);

// Whether a block holds inlines of its own.
bool is_leaf_block(cmark_node* node);

// Whether a node is the paragraph that a list item opens with.
bool opens_list_item(cmark_node* node);

inline std::string_view as_view(const char* text) { return text ? std::string_view(text) : std::string_view(); }

// 1-based.
inline std::size_t start_line(cmark_node* node) {
  return static_cast<std::size_t>(std::max(1, cmark_node_get_start_line(node)));
}

}  // namespace ai_memory
