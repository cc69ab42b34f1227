// A wiki whose pages get their vectors from an embedder that the test keeps a hand on: it knows a few words.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "index/embeddings.hh"
#include "tests/index/indexed_wiki.hh"
#include "tests/support/scripted_embedder.hh"

namespace ai_memory::test {

inline constexpr int kDimension = 32;

inline ScriptedEmbedder& use(IndexedWiki& w, const std::string& id, int dimension = kDimension) {
  auto embedder =
      std::make_unique<ScriptedEmbedder>(id, dimension,
                                         std::map<std::string, Vector>{{"dog", along(dimension, 0)},
                                                                       {"hound", between(dimension, 0, 1, 0.9F)},
                                                                       {"leash", between(dimension, 0, 2, 0.5F)},
                                                                       {"ship", along(dimension, 3)}});
  ScriptedEmbedder& kept = *embedder;
  w.index.use([made = std::make_shared<std::unique_ptr<ScriptedEmbedder>>(std::move(embedder))] {
    return std::unique_ptr<Embedder>(std::move(*made));
  });
  return kept;
}

inline void reopen(IndexedWiki& w) { w.index = SearchIndex(w.wiki.state_dir(), kNow, {}); }

inline EmbedReport embed(IndexedWiki& w) {
  return w.index.embed(w.wiki, [] { return true; });
}

}  // namespace ai_memory::test
