// The table of a pack's objects (its .idx): whether it is whole, and making it anew from the pack.
#pragma once

#include <filesystem>
#include <vector>

namespace ai_memory {

// By the checksum of its own; `pack` also against the one that its table has of it.
bool is_sound_pack_index(const std::filesystem::path& index);
bool is_sound_pack(const std::filesystem::path& pack);

// Packs of the folder `objects` whose table is damaged or missing.
std::vector<std::filesystem::path> packs_without_index(const std::filesystem::path& objects);

// Writes the table beside its pack, at once or not at all. `draft` is a folder for that, which must not be there.
void make_pack_index(const std::filesystem::path& pack, const std::filesystem::path& draft);

}  // namespace ai_memory
