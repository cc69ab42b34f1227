#include "wiki/cmark.hh"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <mutex>

namespace ai_memory {
namespace {

using ParserPtr = std::unique_ptr<cmark_parser, decltype(&cmark_parser_free)>;

}  // namespace

NodePtr parse_markdown(std::string_view text, bool tables) {
  static std::once_flag registered;
  std::call_once(registered, cmark_gfm_core_extensions_ensure_registered);
  const ParserPtr parser(cmark_parser_new(CMARK_OPT_DEFAULT), &cmark_parser_free);
  // Not "autolink": bare URLs lead out of the wiki, and finding them can take time quadratic to the text.
  for (const char* name : {"table", "strikethrough", "tasklist"})
    if (tables || std::string_view(name) != "table")
      cmark_parser_attach_syntax_extension(parser.get(), cmark_find_syntax_extension(name));
  cmark_parser_feed(parser.get(), text.data(), text.size());
  return {cmark_parser_finish(parser.get()), &cmark_node_free};
}

bool is_leaf_block(cmark_node* node) {
  const auto type = cmark_node_get_type(node);
  return type == CMARK_NODE_PARAGRAPH || type == CMARK_NODE_HEADING ||
         as_view(cmark_node_get_type_string(node)) == "table_cell";
}

bool opens_list_item(cmark_node* node) {
  auto* parent = cmark_node_parent(node);
  return cmark_node_get_type(node) == CMARK_NODE_PARAGRAPH && parent &&
         cmark_node_get_type(parent) == CMARK_NODE_ITEM && cmark_node_first_child(parent) == node;
}

}  // namespace ai_memory
