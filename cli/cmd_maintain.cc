#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.hh"
#include "cli/context.hh"
#include "wiki/pack.hh"

namespace ai_memory {
namespace {

std::string size_text(std::uint64_t bytes) {
  constexpr std::uint64_t kMega = 1'000'000, kKilo = 1'000;
  if (bytes >= 10 * kMega) return std::to_string(bytes / kMega) + " MB";
  if (bytes >= kKilo) return std::to_string(bytes / kKilo) + " kB";
  return std::to_string(bytes) + " B";
}

void print_json(Context& context, const PackReport& pack, const SearchIndex::Tidied& index) {
  auto document = json_document();
  document["dry_run"] = context.options().dry_run;
  document["objects"] = {{"packed", pack.objects}, {"bytes_before", pack.bytes},  {"bytes_after", pack.pack_bytes},
                         {"packs", pack.packs},    {"leftovers", pack.leftovers}, {"damaged", pack.damaged}};
  document["index"] = {{"bytes_before", index.bytes_before},
                       {"bytes_after", index.bytes_after},
                       {"dropped_vectors", index.dropped_vectors}};
  context.out().json(document);
}

void print_text(Context& context, const PackReport& pack, const SearchIndex::Tidied& index) {
  auto& out = context.out();
  const std::string objects = std::to_string(pack.objects) + (pack.objects == 1 ? " object" : " objects");
  if (const std::size_t left = pack.leftovers; left > 0)
    out.say("git    " + std::string(context.options().dry_run ? "would remove " : "removed ") + std::to_string(left) +
            " half-written " + (left == 1 ? "file" : "files") + " of killed commands");
  if (context.options().dry_run) {
    out.say("git    would pack " + objects + " (" + size_text(pack.bytes) + ")");
    out.say("index  would be tidied (" + size_text(index.bytes_before) + ")");
    return;
  }
  out.say(pack.objects == 0 ? "git    no loose objects"
                            : "git    " + objects + ": " + size_text(pack.bytes) + " in files of their own, now " +
                                  size_text(pack.pack_bytes) + " in one pack");
  out.say("index  " + size_text(index.bytes_before) + ", now " + size_text(index.bytes_after));
  if (index.dropped_vectors > 0)
    out.say("index  dropped " + std::to_string(index.dropped_vectors) + " vectors of texts that no page has any more");
}

int maintain(Context& context) {
  const bool dry_run = context.options().dry_run;
  const PackReport pack = pack_loose_objects(context.wiki().root(), dry_run);
  SearchIndex& index = dry_run ? context.index_unsynced() : context.index();
  const SearchIndex::Tidied tidied = dry_run ? SearchIndex::Tidied{index.size(), 0} : index.tidy();
  for (const std::string& file : pack.damaged)
    context.out().warn(file + ": is damaged and was left alone; `ai-memory doctor --full` tells more");
  context.options().json ? print_json(context, pack, tidied) : print_text(context, pack, tidied);
  return pack.damaged.empty() ? kExitOk : kExitWithWarnings;
}

}  // namespace

Runner setup_maintain(CLI::App&) { return maintain; }

}  // namespace ai_memory
