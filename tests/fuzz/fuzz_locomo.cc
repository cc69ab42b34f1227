// Any JSON file as conversations: refused as a whole, or every session becomes a page that reads well.
#include "cli/import_locomo.hh"
#include "tests/fuzz/fuzz.hh"
#include "wiki/error.hh"
#include "wiki/page.hh"

using namespace ai_memory;

void check(std::string_view text) {
  try {
    for (const auto& imported : read_locomo(text, "default", "talk.json").pages) {
      require(PagePath::create(imported.path.str()) == imported.path);
      const auto page = parse_page(imported.path, imported.content);
      require(page.readable && page.problems.empty());
      require(page.kind == "session" && page.trust == "untrusted" && page.created && page.updated == page.created);
    }
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::failed && std::string_view(error.what()).find('\n') == std::string_view::npos);
  }
}
