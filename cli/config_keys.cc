// The table of keys, and what can be said of a key without reading a file.
#include <charconv>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/config.hh"

namespace ai_memory {
namespace {

constexpr double kBig = 1e9;

template <class... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

// The shortest text that reads back as the same number.
std::string number_text(double value) {
  char buffer[64];
  const auto [end, problem] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return problem == std::errc() ? std::string(buffer, end) : std::to_string(value);
}

std::string quoted(const std::string& text) {
  std::string toml = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {  // TOML takes these as escapes only
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(byte));
      toml += escape;
      continue;
    }
    if (c == '"' || c == '\\') toml += '\\';
    toml += c;
  }
  return toml + "\"";
}

std::string list_text(const std::vector<std::string>& items) {
  std::string toml = "[";
  for (const auto& item : items) toml += (toml.size() > 1 ? ", " : "") + quoted(item);
  return toml + "]";
}

}  // namespace

// clang-format off
#define SETTING(member) [](Config& config) -> Setting { return &config.member; }
const std::vector<ConfigKey>& config_keys() {
  static const std::vector<ConfigKey> table = {
    {"wiki.commit_hand_edits", SETTING(commit_hand_edits), "", 0, 0,
     "A sweep commits what was edited by hand before it starts"},
    {"wiki.lock_wait_secs", SETTING(wiki.lock_wait_secs), "seconds", 0, 3600,
     "How long a write waits for another writer before it gives up (exit status 3)"},
    {"wiki.max_loose_objects", SETTING(wiki.max_loose_objects), "objects", 0, kBig,
     "A sweep packs git's loose objects when there are more, as maintain does; 0: never"},

    {"secrets.prefixes", SETTING(secret_prefixes), "", 0, 0,
     "Beginnings of your own keys and tokens, such as \"acme_live_\": what follows is taken for a secret"},

    {"decay.curve", SETTING(decay.curve), "exponential|fsrs6|power", 0, 0,
     "How pages fade; what the other two need is noted whatever the curve, so it may be changed at any time"},
    {"decay.lambda", SETTING(decay.lambda), "per day", 0, 10,
     "How fast a page fades by age: salience * e^(-lambda * age)"},
    {"decay.sigma", SETTING(decay.sigma), "", 0, 100,
     "Weight of use: sigma * ln(1 + accesses) * e^(-mu * idle)"},
    {"decay.mu", SETTING(decay.mu), "per day", 0, 10,
     "How fast the effect of use fades after the last access"},
    {"decay.breadth_weight", SETTING(decay.breadth_weight), "", 0, 100,
     "How much more use counts when several actors share it; 0: not at all"},
    {"decay.cold_threshold", SETTING(decay.cold_threshold), "", 0, 100,
     "Below this retention an episodic page is cold, and a sweep may evict it"},
    {"decay.fsrs6_cold_threshold", SETTING(decay.fsrs6_cold_threshold), "", 0, 100,
     "The same for decay.curve = \"fsrs6\""},
    {"decay.power_cold_threshold", SETTING(decay.power_cold_threshold), "", 0, 100,
     "The same for decay.curve = \"power\""},
    {"decay.half_life_working", SETTING(decay.half_life_working), "days", 0.001, kBig,
     "Half-life by age of working pages, instead of decay.working_days"},
    {"decay.half_life_episodic", SETTING(decay.half_life_episodic), "days", 0.001, kBig,
     "Half-life by age of episodic pages, instead of decay.lambda"},
    {"decay.half_life_semantic", SETTING(decay.half_life_semantic), "days", 0.001, kBig,
     "Half-life by age of semantic pages, instead of decay.lambda"},
    {"decay.half_life_procedural", SETTING(decay.half_life_procedural), "days", 0.001, kBig,
     "Half-life by age of procedural pages, instead of decay.lambda"},
    {"decay.working_days", SETTING(decay.working_days), "days", 0, kBig,
     "A working page goes this long after its session ended"},
    {"decay.max_evictions_floor", SETTING(decay.max_evictions_floor), "pages", 0, kBig,
     "One sweep removes at most max(floor, share * pages) of a project (expired pages apart)"},
    {"decay.max_evictions_share", SETTING(decay.max_evictions_share), "", 0, 1,
     "The share in that bound"},
    {"decay.max_evictions_per_run", SETTING(decay.max_evictions_per_run), "pages", 0, kBig,
     "A fixed bound instead of floor and share"},
    {"decay.unknown_usage_grace_days", SETTING(decay.unknown_usage_grace_days), "days", 0, kBig,
     "A page whose use has been watched for less than this is not evicted"},
    {"decay.restore_grace_days", SETTING(decay.restore_grace_days), "days", 0, kBig,
     "A page brought back by restore-page or undo is left alone this long"},
    {"decay.hard_delete_after_days", SETTING(decay.hard_delete_after_days), "days", 0, kBig,
     "Search forgets that a removed page existed after this time (its history stays in git)"},
    {"decay.dedup_cold_clusters", SETTING(decay.dedup_cold_clusters), "", 0, 0,
     "A sweep makes one page of cold pages that say the same; the others then point to it"},
    {"decay.dedup_min_pts", SETTING(decay.dedup_min_pts), "pages", 2, 100,
     "So many pages near each other make a cluster"},
    {"decay.dedup_max_eps", SETTING(decay.dedup_max_eps), "", 0, 1,
     "Two pages farther apart than this in meaning (1 - cosine) are never taken for one"},
    {"decay.evict_threshold", SETTING(decay.evict_threshold), "", 0, 100,
     "With decay.dedup_cold_clusters or dream.enabled, cold pages stay until they are below this, to meet pages that say the same"},
    {"decay.compact_cold_episodic", SETTING(decay.compact_cold_episodic), "", 0, 0,
     "A sweep shortens cold pages to what questions are about, instead of evicting them"},
    {"decay.keep_tokens_max", SETTING(decay.keep_tokens_max), "", 1, 10000,
     "A compacted page lists so many names, numbers and places, and says how many more there were"},
    {"decay.ledger_retention_months", SETTING(decay.ledger_retention_months), "months", 0, 1200,
     "A ledger log-YYYY-MM.md goes when so many full months have passed since its own; 0: never"},

    {"search.limit", SETTING(search.limit), "pages", 1, 10000,
     "Results shown unless --limit says otherwise"},
    {"search.stop_words", SETTING(search.stop_words), "", 0, 0,
     "Words left out of a query that has others; empty: the built-in English list"},
    {"search.title_weight", SETTING(search.title_weight), "", 0, 1000,
     "How much a word counts in a title …"},
    {"search.alias_weight", SETTING(search.alias_weight), "", 0, 1000,
     "… in an alias"},
    {"search.heading_weight", SETTING(search.heading_weight), "", 0, 1000,
     "… in a heading"},
    {"search.tag_weight", SETTING(search.tag_weight), "", 0, 1000,
     "… as a tag"},
    {"search.body_weight", SETTING(search.body_weight), "", 0, 1000,
     "… and in the text"},
    {"search.scan_always_pages", SETTING(search.scan_always_pages), "pages", 0, kBig,
     "Up to this many pages, every command looks for files edited by hand"},
    {"search.scan_max_age_secs", SETTING(search.scan_max_age_secs), "seconds", 0, kBig,
     "Beyond that, `search` looks at all files at most this often (--sync: now)"},
    {"search.vector_weight", SETTING(search.rank.vector_weight), "", 0, 100,
     "How much nearness in meaning counts beside the words; 0: words alone"},
    {"search.entity_weight", SETTING(search.rank.entity_weight), "", 0, 100,
     "How much it counts that a page's front matter names what the query names (`entities`)"},
    {"search.link_weight", SETTING(search.rank.link_weight), "", 0, 100,
     "How much it counts that a page is linked with one of the best; 0: not at all"},
    {"search.importance_weight", SETTING(search.rank.importance_weight), "", 0, 10,
     "How much importance (front matter) times retention moves a page up or down; 0: not at all"},
    {"search.belief_weight", SETTING(search.rank.belief_weight), "", 0, 10,
     "How much evidence moves a page up, and pages that contradict it down; 0: not at all"},
    {"search.rank_fusion", SETTING(search.rank.by_rank), "", 0, 0,
     "Join words and meaning by their ranks (reciprocal rank fusion), not by their scores"},

    {"embedding.provider", SETTING(embedding.provider), "local|openai|none", 0, 0,
     "What turns text into vectors: the sentence encoder on this machine, a server, or nothing"},
    {"embedding.model_file", SETTING(embedding.model_file), "", 0, 0,
     "The sentence encoder's file, if not where `embed --install` puts it"},
    {"embedding.budget_ms", SETTING(embedding.budget_ms), "milliseconds", 0, 60000,
     "How long a command that writes pages goes on to give them vectors"},
    {"embedding.base_url", SETTING(embedding.base_url), "", 0, 0,
     "Of \"openai\": where an OpenAI-compatible server is, as http://127.0.0.1:11434/v1"},
    {"embedding.model", SETTING(embedding.model), "", 0, 0,
     "What the server calls the model"},
    {"embedding.dimension", SETTING(embedding.dimension), "", 0, 16384,
     "How many numbers the model's vectors have; `embed` finds out while it is 0"},
    {"embedding.request_dimension", SETTING(embedding.request_dimension), "", 0, 0,
     "Ask the model for vectors of that many numbers, if it can give shorter ones"},
    {"embedding.api_key_env", SETTING(embedding.api_key_env), "", 0, 0,
     "The variable that holds the key; unset: no key is sent"},
    {"embedding.query_prefix", SETTING(embedding.query_prefix), "", 0, 0,
     "What the model wants in front of a question"},
    {"embedding.document_prefix", SETTING(embedding.document_prefix), "", 0, 0,
     "What the model wants in front of a page's text"},
    {"embedding.batch_size", SETTING(embedding.batch_size), "texts", 1, 2048,
     "How many texts go into one request"},
    {"embedding.timeout_secs", SETTING(embedding.timeout_secs), "seconds", 1, 3600,
     "How long a request for pages may take"},
    {"embedding.query_timeout_secs", SETTING(embedding.query_timeout_secs), "seconds", 1, 600,
     "How long a search waits for the vector of its question; after that words alone decide"},
    {"embedding.retries", SETTING(embedding.retries), "attempts", 0, 10,
     "How often a request is sent again when the server is busy or gone"},

    {"llm.provider", SETTING(llm.provider), "none|openai|anthropic|ollama", 0, 0,
     "The language model that `dream` and `ask` may use: of any OpenAI-compatible server, Anthropic, Ollama, or none"},
    {"llm.base_url", SETTING(llm.base_url), "", 0, 0,
     "Where its server is; unset: https://api.openai.com/v1, https://api.anthropic.com or http://127.0.0.1:11434"},
    {"llm.model", SETTING(llm.model), "", 0, 0,
     "What the server calls the model"},
    {"llm.api_key_env", SETTING(llm.api_key_env), "", 0, 0,
     "The variable that holds the key, as OPENAI_API_KEY; unset: no key is sent"},
    {"llm.context_tokens", SETTING(llm.context_tokens), "tokens", 1000, kBig,
     "How much the model takes at once, question and answer together; what is larger is not asked"},
    {"llm.temperature", SETTING(llm.temperature), "", 0, 2,
     "How freely the model chooses its words"},
    {"llm.timeout_secs", SETTING(llm.timeout_secs), "seconds", 1, 3600,
     "How long one request may take"},
    {"llm.connect_timeout_secs", SETTING(llm.connect_timeout_secs), "seconds", 1, 600,
     "How long it may take to reach the server"},
    {"llm.max_retries", SETTING(llm.max_retries), "attempts", 0, 10,
     "How often a request is sent again when the server is busy or gone"},
    {"llm.max_calls_per_run", SETTING(llm.max_calls_per_run), "requests", 1, kBig,
     "No run sends more requests than this, repeated ones included"},
    {"llm.max_tokens_per_run", SETTING(llm.max_tokens_per_run), "tokens", 1000, kBig,
     "No run asks and gets more than this"},

    {"dream.enabled", SETTING(decay.dream_cold_clusters), "", 0, 0,
     "`dream` lets the language model make one page of cold pages that say the same; what it wrote is checked first"},
    {"dream.require_approval", SETTING(dream.require_approval), "", 0, 0,
     "Nothing is changed at once: `proposals` shows what would be, for a person to accept or reject. A doubtful rewrite "
     "waits there in any case"},
    {"dream.idle_window_secs", SETTING(dream.idle_window_secs), "seconds", 0, kBig,
     "Nobody may have used the wiki for so long (--now: does not wait)"},
    {"dream.interval_secs", SETTING(dream.interval_secs), "seconds", 1, kBig,
     "How often `daemon` dreams"},
    {"dream.max_clusters_per_run", SETTING(dream.max_clusters_per_run), "clusters", 0, kBig,
     "The model is asked about so many in one run, the most novel first"},
    {"dream.min_cold_pages", SETTING(dream.min_cold_pages), "pages", 2, 1000,
     "So many cold pages must say the same"},
    {"dream.min_pts", SETTING(dream.min_pts), "pages", 2, 100,
     "So many pages near each other make a cluster"},
    {"dream.max_eps", SETTING(dream.max_eps), "", 0, 1,
     "Two pages farther apart than this in meaning (1 - cosine) are never taken for one"},
    {"dream.max_corrections", SETTING(dream.max_corrections), "requests", 0, 3,
     "The model is told so often what was found in its rewrite, and answers again"},
    {"dream.max_dropped", SETTING(dream.max_dropped), "facts", 0, 1000,
     "A rewrite may leave out so many, if it says which"},
    {"dream.retry_days", SETTING(dream.retry_days), "days", 0, kBig,
     "Pages whose rewrite was refused are not asked about again for this long"},

    {"daemon.sweep_interval_secs", SETTING(daemon.sweep_interval_secs), "seconds", 1, kBig,
     "How often `daemon` sweeps"},
    {"daemon.lint_interval_secs", SETTING(daemon.lint_interval_secs), "seconds", 1, kBig,
     "How often it counts what `lint` finds"},
    {"daemon.embed_interval_secs", SETTING(daemon.embed_interval_secs), "seconds", 1, kBig,
     "How often it gives vectors to pages that wait for them"},
    {"daemon.random_delay_secs", SETTING(daemon.random_delay_secs), "seconds", 0, 86400,
     "What is overdue when it starts waits for a random part of this, and so do the timers of `install-timers`"},

    {"topics.enabled", SETTING(topics.enabled), "", 0, 0,
     "`topics` groups the pages and names the groups; false: it says that it is off"},
    {"topics.show_themes", SETTING(topics.show_themes), "", 0, 0,
     "`status` tells the groups that `topics` found last, and when; it reckons nothing itself"},

    {"thresholds.near_duplicate", SETTING(search.thresholds.near_duplicate), "cosine", 0, 1,
     "From here on two texts are taken for the same but for details"},
    {"thresholds.same_topic", SETTING(search.thresholds.same_topic), "cosine", 0, 1,
     "From here on two texts are on one topic"},
    {"thresholds.related", SETTING(search.thresholds.related), "cosine", 0, 1,
     "From here on two pages get an automatic edge"},
    {"thresholds.interference", SETTING(search.thresholds.interference), "cosine", 0, 1,
     "From here on a new page may contradict an old one"},
    {"thresholds.flashback", SETTING(search.thresholds.flashback), "cosine", 0, 1,
     "From here on an old page comes to mind by itself"},
    {"thresholds.recall_floor", SETTING(search.thresholds.recall_floor), "cosine", 0, 1,
     "From here on a page with none of the words of a search is found"},
    {"thresholds.near_min", SETTING(search.thresholds.near_min), "cosine", 0, 1,
     "From here on `search --near` names a page that was not found"},
    {"thresholds.recall_min", SETTING(search.thresholds.recall_min), "cosine", 0, 1,
     "From here on a page goes into a context"},
  };
  return table;
}
#undef SETTING
// clang-format on

std::string ConfigKey::type() const {
  Config defaults;
  return std::visit(Overloaded{[](bool*) { return "true or false"; }, [](int*) { return "whole number"; },
                               [](double*) { return "number"; }, [](std::optional<int>*) { return "whole number"; },
                               [](std::optional<double>*) { return "number"; }, [](std::string*) { return "text"; },
                               [](std::vector<std::string>*) { return "list of texts"; }},
                    setting(defaults));
}

std::string ConfigKey::range() const {
  if (!type().ends_with("number")) return {};
  if (max >= kBig) return number_text(min) + " or more";
  return number_text(min) + " to " + number_text(max);
}

std::string ConfigKey::value(const Config& config) const {
  Config copy = config;
  return std::visit(
      Overloaded{[](const bool* v) { return std::string(*v ? "true" : "false"); },
                 [](const int* v) { return std::to_string(*v); }, [](const double* v) { return number_text(*v); },
                 [](const std::optional<int>* v) { return *v ? std::to_string(**v) : std::string(); },
                 [](const std::optional<double>* v) { return *v ? number_text(**v) : std::string(); },
                 [](const std::string* v) { return v->empty() ? std::string() : quoted(*v); },
                 [](const std::vector<std::string>* v) { return list_text(*v); }},
      setting(copy));
}

nlohmann::ordered_json ConfigKey::json(const Config& config) const {
  using Json = nlohmann::ordered_json;
  Config copy = config;
  return std::visit(Overloaded{[](const bool* v) { return Json(*v); }, [](const int* v) { return Json(*v); },
                               [](const double* v) { return Json(*v); },
                               [](const std::optional<int>* v) { return *v ? Json(**v) : Json(); },
                               [](const std::optional<double>* v) { return *v ? Json(**v) : Json(); },
                               [](const std::string* v) { return Json(*v); },
                               [](const std::vector<std::string>* v) { return Json(*v); }},
                    setting(copy));
}

std::string fallback_text(const Config& config) {
  std::string text;
  for (const LlmFallback& one : config.llm.fallback) {
    text += "\n[[llm.fallback]]\nprovider = " + quoted(one.provider) + "\n";
    for (const auto& [key, value] : {std::pair("base_url", &one.base_url), std::pair("model", &one.model),
                                     std::pair("api_key_env", &one.api_key_env)})
      if (!value->empty()) text += std::string(key) + " = " + quoted(*value) + "\n";
  }
  return text;
}

std::string example_config() {
  const Config defaults;
  std::string text =
      "# ai-memory: every setting with its default. Copy the lines you want to change to\n"
      "# ~/.config/ai-memory/config.toml. A .ai-memory.toml in a project's folder may hold [decay] and [search]\n"
      "# for that project. A variable such as AI_MEMORY_DECAY__COLD_THRESHOLD=0.3 beats both.\n"
      "# Lines that are commented out have no value by default.\n";
  std::string_view section;
  for (const auto& key : config_keys()) {
    if (key.section() != section) {
      section = key.section();
      text += "\n[" + std::string(section) + "]\n";
    }
    const std::string value = key.value(defaults);
    std::string kind = key.type();
    if (!key.range().empty()) kind += ", " + key.range();
    if (!key.unit.empty()) kind += ", " + std::string(key.unit);
    text += "# " + std::string(key.help) + ". (" + kind + ")\n";
    text += (value.empty() ? "# " + std::string(key.key()) + " =" : std::string(key.key()) + " = " + value) + "\n";
  }
  return text +
         "\n# Models that are asked, in this order, where the one of [llm] is busy, gone or too slow; eight at most.\n"
         "# [[llm.fallback]]\n# provider = \"ollama\"\n# base_url = \"http://127.0.0.1:11434\"\n# model = "
         "\"llama3.1\"\n# api_key_env = \"A_KEY\"\n";
}

}  // namespace ai_memory
