#include <algorithm>
#include <doctest/doctest.h>
#include <fstream>
#include <set>
#include <sstream>

#include "cli/config.hh"
#include "tests/support/temp_folder.hh"
#include "wiki/error.hh"

using namespace ai_memory;
namespace fs = std::filesystem;

namespace {

struct ConfigFile {
  test::TempFolder folder;
  fs::path path = folder.path / "config.toml";
  explicit ConfigFile(const std::string& text) { std::ofstream(path) << text; }
};

Config read(const std::string& text) {
  const ConfigFile file(text);
  Config config;
  read_config_file(config, file.path);
  return config;
}

std::string error_of(const std::string& text) {
  const ConfigFile file(text);
  Config config;
  try {
    read_config_file(config, file.path);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    std::string message = error.what();
    if (const auto at = message.find(file.path.string()); at == 0) message.erase(0, file.path.string().size());
    return message;
  }
  return "no error";
}

std::string value_of(const Config& config, std::string_view name) {
  for (const auto& key : config_keys())
    if (key.name == name) return key.value(config);
  return "no such key";
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("config.example.toml holds every key with its default, and reads without a warning") {
  std::ifstream file(AI_MEMORY_SOURCE_DIR "/config.example.toml");
  std::ostringstream text;
  text << file.rdbuf();
  CHECK(text.str() == example_config());
  const Config config = read(example_config());
  CHECK(config.warnings.empty());
  for (const auto& key : config_keys()) CHECK_MESSAGE(key.value(config) == key.value(Config{}), key.name);
}

TEST_CASE("keys are named once, in sections that stand together, with a help and a range that holds the default") {
  std::set<std::string_view> names;
  std::set<std::string_view> sections;
  std::string_view section;
  for (const auto& key : config_keys()) {
    CHECK_MESSAGE(names.insert(key.name).second, key.name);
    CHECK_MESSAGE(!key.help.empty(), key.name);
    CHECK_MESSAGE(key.range().empty() == (key.min == key.max), key.name);
    if (key.section() != section) CHECK_MESSAGE(sections.insert(section = key.section()).second, key.name);
  }
  CHECK(sections == std::set<std::string_view>{"wiki", "secrets", "decay", "search", "embedding", "llm", "dream",
                                               "daemon", "thresholds", "topics"});
}

TEST_CASE("each key reaches a field of its own") {
  for (const auto& key : config_keys()) {
    const std::string toml =
        key.type() == "true or false" ? (key.value(Config{}) == "true" ? "false" : "true")
        : key.type() == "text"
            ? "\"" + (key.unit.empty() ? "x" : std::string(key.unit.substr(key.unit.rfind('|') + 1))) + "\""
        : key.type() == "list of texts" ? "[\"x\"]"
        : key.max < 7                   ? "1"
                                        : std::to_string(std::max(7, static_cast<int>(key.min) + 1));
    const std::string before = key.value(Config{});
    if (before == toml) continue;
    const Config config = read("[" + std::string(key.section()) + "]\n" + std::string(key.key()) + " = " + toml + "\n");
    CHECK_MESSAGE(key.value(config) == toml, key.name);
    CHECK_MESSAGE(config.origins.count(key.name) == 1, key.name);
    for (const auto& other : config_keys())
      if (other.name != key.name) CHECK_MESSAGE(other.value(config) == other.value(Config{}), other.name);
  }
}

TEST_CASE("a wrong type or range names file and line before anything is done") {
  struct Row {
    const char *text, *message;
  };
  for (const auto& [text, message] : std::vector<Row>{
           {"[decay]\nlambda = \"fast\"\n", ":2: decay.lambda: needs a number, 0 to 10 (per day)"},
           {"[decay]\n\nlambda = -0.1\n", ":3: decay.lambda: needs a number"},
           {"[decay]\nlambda = 10.5\n", ":2: decay.lambda: needs a number"},
           {"[decay]\nlambda = nan\n", ":2: decay.lambda: needs a number"},
           {"[decay]\nlambda = true\n", ":2: decay.lambda: needs a number"},
           {"[search]\nlimit = 1.5\n", ":2: search.limit: needs a whole number, 1 to 10000 (pages)"},
           {"[search]\nlimit = 0\n", ":2: search.limit: needs a whole number"},
           {"[search]\nlimit = 99999999999999\n", ":2: search.limit: needs a whole number"},
           {"[search]\nstop_words = [\"a\", 1]\n", ":2: search.stop_words: needs a list of texts"},
           {"[search]\nstop_words = \"a\"\n", ":2: search.stop_words: needs a list of texts"},
           {"[wiki]\ncommit_hand_edits = 1\n", ":2: wiki.commit_hand_edits: needs true or false"},
           {"[embedding]\nprovider = \"cloud\"\n",
            ":2: embedding.provider: needs a text (local|openai|none), not 'cloud'"},
           {"[embedding]\nmodel_file = 3\n", ":2: embedding.model_file: needs a text, not 3"},
           {"decay = 3\n", ":1: decay: needs a section, [decay]"},
           {"[decay\n", ":1:7: "},
           {"[decay]\nlambda = 1\nlambda = 2\n", ":3:10: `lambda` stands twice"},
           {"[decay]\nlambda = 1\n[decay]\n", ":3:1: `decay` stands twice"},
           {"[decay]\nlambda = abc\n", ":2:10: not TOML: value: "},
           {"[decay]\nlambda = 11\n", "0 to 10 (per day), not 11"},
           {"[decay]\nlambda = \"\"\n", "0 to 10 (per day), not ''"},
           {"[search]\nstop_words = [\"a\", 1]\n", "list of texts, not 1"},
           {"[search]\nlimit = \"\"\"a\nb\"\"\"\n", "(pages), not "},
           {"[decay]\nmu = 0,5\n", ":2:7: "},
       }) {
    const std::string error = error_of(text);
    CHECK_MESSAGE(contains(error, message), error);
  }
}

TEST_CASE("all that is wrong is told at once, in the order of the file") {
  const std::string message = error_of("[search]\nlimit = 0\n[decay]\nmu = true\nlambda = \"fast\"\nsigma = 1\n");
  std::istringstream lines(message);
  std::string line;
  for (const char* part : {":2: search.limit: ", ":4: decay.mu: ", ":5: decay.lambda: "})
    CHECK_MESSAGE((std::getline(lines, line) && contains(line, part)), message);
  CHECK_FALSE(std::getline(lines, line));
}

TEST_CASE("whole numbers do for numbers, and range ends are allowed") {
  CHECK(read("[decay]\nlambda = 0\n").decay.lambda == 0);
  CHECK(read("[decay]\nlambda = 10\n").decay.lambda == 10);
  CHECK(read("[decay]\nmax_evictions_per_run = 0\n").decay.max_evictions_per_run == 0);
  CHECK(read("[search]\nlimit = 1\n").search.limit == 1);
  CHECK(read("[search]\nstop_words = [\"the\", \"der\"]\n").search.stop_words ==
        std::vector<std::string>{"the", "der"});
}

TEST_CASE("an unknown key or section is warned of with the nearest name, and the rest counts (A49)") {
  const Config config = read("[decay]\ncold_treshold = 0.5\nmu = 0.5\n[evictoin]\nx = 1\n[serach]\nlimit = 3\n");
  CHECK(config.decay.cold_threshold == Config{}.decay.cold_threshold);
  CHECK(config.decay.mu == 0.5);
  REQUIRE(config.warnings.size() == 3);
  CHECK(contains(config.warnings[0], ":2: unknown key `cold_treshold` in [decay]; did you mean `cold_threshold`?"));
  CHECK(contains(config.warnings[1] + config.warnings[2], "unknown section [evictoin]"));
  CHECK(contains(config.warnings[1] + config.warnings[2], "did you mean `search`?"));
}

TEST_CASE("as many other models as one likes, in their order, each as it is written back") {
  const std::string two =
      "\n[[llm.fallback]]\nprovider = \"ollama\"\nmodel = \"l\\\"3\"\n"
      "\n[[llm.fallback]]\nprovider = \"openai\"\nbase_url = \"http://127.0.0.1:1/v1\"\nmodel = \"m\"\n"
      "api_key_env = \"KEY\"\n";
  const Config config = read("[llm]\nprovider = \"anthropic\"\n" + two);
  REQUIRE(config.llm.fallback.size() == 2);
  CHECK(config.llm.fallback[0].model == "l\"3");
  CHECK(config.llm.fallback[1].api_key_env == "KEY");
  CHECK(config.warnings.empty());
  CHECK(fallback_text(config) == two);
  CHECK(read("[[llm.fallback]]\nprovider = \"ollama\"\nmodl = \"x\"\n")
            .warnings.front()
            .find("3: unknown key `modl` in [[llm.fallback]]; did you mean `model`?") != std::string::npos);
  CHECK(error_of("[[llm.fallback]]\nmodel = \"x\"\n") ==
        ":1: llm.fallback: provider needs openai, anthropic or ollama");
  CHECK(error_of("[[llm.fallback]]\nprovider = \"none\"\n") ==
        ":1: llm.fallback: provider needs openai, anthropic or ollama, not none");
  CHECK(error_of("[[llm.fallback]]\nprovider = \"ollama\"\nmodel = 3\n") == ":3: llm.fallback: model needs a text");
  CHECK(error_of("[llm]\nfallback = \"x\"\n") ==
        ":2: llm.fallback: needs sections [[llm.fallback]], one for each model");
  std::string many;
  for (int i = 0; i < 9; ++i) many += "[[llm.fallback]]\nprovider = \"ollama\"\n";
  CHECK(contains(error_of(many), "takes 8 models at most"));
}

TEST_CASE("a key for the one other model of before is told with what it is called now") {
  for (const std::string name : {"provider", "base_url", "model", "api_key_env"}) {
    CAPTURE(name);
    const Config config = read("[llm]\nfallback_" + name + " = \"x\"\n");
    REQUIRE(config.warnings.size() == 1);
    CHECK(contains(config.warnings.front(), ":2: unknown key `fallback_" + name + "` in [llm]; it is renamed to `" +
                                                name + "` in a section [[llm.fallback]] of config.toml"));
    CHECK(config.llm.fallback.empty());
  }
  CHECK(!contains(read("[llm]\nfallback_x = 1\n").warnings.front(), "renamed"));
  CHECK(!contains(read("[dream]\nfallback_model = \"x\"\n").warnings.front(), "renamed"));
  Config config;
  read_environment(config, {"AI_MEMORY_LLM__FALLBACK_MODEL=x"});
  REQUIRE(config.warnings.size() == 1);
  CHECK(config.warnings.front() ==
        "AI_MEMORY_LLM__FALLBACK_MODEL: unknown setting `llm.fallback_model`; it is renamed to "
        "`model` in a section [[llm.fallback]] of config.toml");
}

TEST_CASE("a key that is known elsewhere is warned of with its place") {
  struct Row {
    const char *text, *warning;
    bool in_project = false;
  };
  for (const auto& [text, warning, in_project] : std::vector<Row>{
           {"limit = 3\n", ":1: unknown key `limit`; it belongs below [search]"},
           {"limti = 3\n", ":1: unknown key `limti`; did you mean `limit`? it belongs below [search]"},
           {"[decay]\nlimit = 3\n", ":2: unknown key `limit` in [decay]; it belongs below [search]"},
           {"[decay]\nLAMBDA = 3\n", ":2: unknown key `LAMBDA` in [decay]; did you mean `lambda`?"},
           {"[Decay]\nx = 3\n", ":1: unknown section [Decay]; did you mean `decay`?"},
           {"project = \"x\"\n", ":1: unknown key `project`; it belongs in the .ai-memory.toml of a project's folder"},
           {"zzzzzzzz = 1\n", ":1: unknown key `zzzzzzzz`"},
           {"projct = \"x\"\n", ":1: unknown key `projct`; did you mean `project`?", true},
           {"Project = \"x\"\n", ":1: unknown key `Project`; did you mean `project`?", true},
           {"workspce = \"x\"\n", ":1: unknown key `workspce`; did you mean `workspace`?", true},
           {"limit = 3\n", ":1: unknown key `limit`; it belongs below [search]", true},
           {"lock_wait_secs = 3\n", ":1: unknown key `lock_wait_secs`; it belongs below [wiki] of config.toml", true},
           {"[search]\nproject = \"x\"\n", ":2: unknown key `project` in [search]; it belongs above all sections",
            true},
       }) {
    const ConfigFile file(text);
    Config config;
    if (in_project)
      read_project_settings(config, file.path);
    else
      read_config_file(config, file.path);
    const std::string shown = text;
    REQUIRE_MESSAGE(config.warnings.size() == 1, shown);
    CHECK(config.warnings[0] == file.path.string() + warning);
  }
}

TEST_CASE("a text with line ends and quotes is shown as it may stand in the file") {
  const Config config = read("[search]\nstop_words = [\"a\\nb\", 'c\"\\', \"\\u007f\\u0000\"]\n");
  const std::string shown = "[search]\nstop_words = " + value_of(config, "search.stop_words") + "\n";
  CHECK(shown.find("a\nb") == std::string::npos);
  CHECK(read(shown).search.stop_words == config.search.stop_words);
  CHECK(config.search.stop_words.size() == 3);
}

TEST_CASE("a name that would steer the terminal does not reach it") {
  const Config config = read("\"a\\u001b[2J\\n\" = 1\n[search]\n\"\\u001b]0;x\\u0007\" = 1\n");
  REQUIRE(config.warnings.size() == 2);
  for (const auto& warning : config.warnings) CHECK(warning.find_first_of("\x1b\n\a") == std::string::npos);
}

TEST_CASE("warnings stand in the order of the file, and are kept when there are errors") {
  const ConfigFile file("[search]\nzz = 1\naa = 1\n[decay]\nmu = \"x\"\nbb = 1\n");
  Config config;
  CHECK_THROWS_AS(read_config_file(config, file.path), Error);
  REQUIRE(config.warnings.size() == 3);
  CHECK(contains(config.warnings[0], ":2: unknown key `zz`"));
  CHECK(contains(config.warnings[1], ":3: unknown key `aa`"));
  CHECK(contains(config.warnings[2], ":6: unknown key `bb`"));
}

TEST_CASE("a variable that looks like one of ours is warned of, others are not") {
  Config config;
  read_environment(config, {"AI_MEMORY_PROJCT=x", "AI_MEMORY_DECAY_MU=1", "AI_MEMORY_Home=/x", "AI_MEMORY_PROJECT=x",
                            "AI_MEMORY_SOMETHING_ELSE=1", "AI_MEMORY_=1", "AI_MEMORY=1", "PROJCT=1"});
  CHECK(config.warnings ==
        std::vector<std::string>{"AI_MEMORY_DECAY_MU: unknown variable; did you mean `AI_MEMORY_DECAY__MU`?",
                                 "AI_MEMORY_Home: unknown variable; did you mean `AI_MEMORY_HOME`?",
                                 "AI_MEMORY_PROJCT: unknown variable; did you mean `AI_MEMORY_PROJECT`?"});
}

TEST_CASE("a project's file sets decay and search only, and names the project") {
  const ConfigFile file("workspace = \"work\"\nproject = \"shop\"\n[decay]\nmu = 0.5\n[wiki]\nlock_wait_secs = 1\n");
  const auto project = read_project_file(file.path);
  CHECK(project.workspace == "work");
  CHECK(project.project == "shop");
  Config config;
  read_project_settings(config, file.path);
  CHECK(config.decay.mu == 0.5);
  CHECK(config.wiki.lock_wait_secs == Config{}.wiki.lock_wait_secs);
  REQUIRE(config.warnings.size() == 1);
  CHECK(contains(config.warnings[0], "[wiki] cannot be set here"));
  const ConfigFile wrong("project = 3\n");
  CHECK_THROWS_AS(read_project_file(wrong.path), Error);
}

TEST_CASE("the environment beats the file; only NAME__KEY forms are read") {
  Config config = read("[decay]\nmu = 0.5\n");
  read_environment(config, {"AI_MEMORY_DECAY__MU=0.25", "AI_MEMORY_HOME=/x", "AI_MEMORY_NOW=2026-01-01", "MU=3",
                            "AI_MEMORY_SEARCH__STOP_WORDS=[\"a\"]", "AI_MEMORY_WIKI__COMMIT_HAND_EDITS=false"});
  CHECK(config.decay.mu == 0.25);
  CHECK(config.origins.at("decay.mu") == "AI_MEMORY_DECAY__MU");
  CHECK(config.search.stop_words == std::vector<std::string>{"a"});
  CHECK_FALSE(config.commit_hand_edits);
  CHECK(config.warnings.empty());
  read_environment(config, {"AI_MEMORY_DECAY__MUU=1"});
  REQUIRE(config.warnings.size() == 1);
  CHECK(contains(config.warnings[0], "did you mean `decay.mu`?"));
}

TEST_CASE("a text in the environment needs no quotes") {
  Config config;
  read_environment(config, {"AI_MEMORY_EMBEDDING__PROVIDER=none", "AI_MEMORY_EMBEDDING__MODEL_FILE=/a \"b\".model"});
  CHECK(config.embedding.provider == "none");
  CHECK(config.embedding.model_file == "/a \"b\".model");
}

TEST_CASE("a bad value in the environment names the variable") {
  for (const char* value : {"", "abc", "-1", "1\nx = 2", "true"}) {
    Config config;
    try {
      read_environment(config, {std::string("AI_MEMORY_DECAY__MU=") + value});
      FAIL_CHECK(value);
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::usage);
      CHECK(contains(error.what(), "AI_MEMORY_DECAY__MU: decay.mu: needs a number"));
    }
  }
}
