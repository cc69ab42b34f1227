// What is written when a rewrite has passed. Pure.
#pragma once

#include <string>
#include <vector>

#include "decay/merge.hh"
#include "wiki/changeset.hh"

namespace ai_memory {

// The pages of a cluster in the order in which they would stay: see plan_merge().
void sort_by_survival(std::vector<MergePage>& pages);

// Why these pages, of which the first stays, cannot be made one by a model; empty if they can. Names the page.
std::string why_not_together(const MergePage& survivor, const MergePage& other);

// The survivor keeps its front matter and title, takes `body`, and names each of the others under "Merged from"; they
// become stubs as in plan_merge(). `commit` has all of them in full. Throws `failed` where odd front matter takes no
// further line, or the new text would not read as it should.
std::vector<Change> rewrite_changes(const std::vector<MergePage>& pages, const std::string& body,
                                    const std::string& commit, const std::string& model);

}  // namespace ai_memory
