// The sentence encoder against itself in plain arithmetic, and against vectors that another runtime made. What needs
// the published weights is skipped without them: AI_MEMORY_TEST_WEIGHTS names the folder that holds them.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <doctest/doctest.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>

#include "index/float_encoder.hh"
#include "index/minilm/encoder.hh"
#include "index/minilm/layout.hh"
#include "index/minilm/safetensors.hh"
#include "index/minilm/word_pieces.hh"
#include "support/temp_folder.hh"
#include "wiki/error.hh"

using namespace ai_memory;
using namespace ai_memory::minilm;

namespace {

std::string slurp(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The published weights, converted once for all tests; absent without them.
struct Weights {
  std::string published;
  test::TempFolder folder;
  std::optional<Model> model;

  static Weights& get() {
    static Weights weights;
    return weights;
  }

 private:
  Weights() {
    const char* place = std::getenv("AI_MEMORY_TEST_WEIGHTS");
    if (!place) return;
    published = slurp(std::filesystem::path(place) / "model.fp16.safetensors");
    const auto vocabulary = read_vocabulary(slurp(std::filesystem::path(place) / "tokenizer.json"));
    std::ofstream(folder.path / "model", std::ios::binary) << convert(published, vocabulary);
    model.emplace(Model::open(folder.path / "model"));
  }
};

#define NEEDS_WEIGHTS()                                                                         \
  if (!Weights::get().model) {                                                                  \
    MESSAGE("SKIPPED: no weights of the sentence encoder (AI_MEMORY_TEST_WEIGHTS names none)"); \
    return;                                                                                     \
  }

double cosine(const std::vector<float>& a, const std::vector<float>& b) {
  double sum = 0, left = 0, right = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += static_cast<double>(a[i]) * b[i];
    left += static_cast<double>(a[i]) * a[i];
    right += static_cast<double>(b[i]) * b[i];
  }
  return sum / std::sqrt(left * right);
}

std::vector<int> ids_of(const Model& model, const std::string& text) {
  std::vector<int> ids = {101};
  for (const Piece& piece : word_pieces(model, text, kMaxPieces - 2)) ids.push_back(piece.id);
  ids.push_back(102);
  return ids;
}

// As it stands, or by a rule: a unit many times, or words words[(i · step) % their number] with an end.
std::string text_of(const nlohmann::json& entry) {
  if (entry.contains("text")) return entry.at("text");
  std::string text;
  if (entry.contains("repeat")) {
    for (int i = 0; i < entry.at("repeat").at("times"); ++i) text += entry.at("repeat").at("unit").get<std::string>();
    return text;
  }
  const auto& rule = entry.at("rule");
  const auto& words = rule.at("words");
  const std::size_t count = rule.at("count"), step = rule.at("step");
  for (std::size_t i = 0; i < count; ++i) text += (i ? " " : "") + words.at(i * step % words.size()).get<std::string>();
  return text + rule.at("end").get<std::string>();
}

}  // namespace

TEST_CASE("half-precision numbers are widened exactly") {
  CHECK(half_to_float(0x3c00) == 1.0F);
  CHECK(half_to_float(0xc000) == -2.0F);
  CHECK(half_to_float(0x3555) == doctest::Approx(0.333251953125));
  CHECK(half_to_float(0x0001) == std::ldexp(1.0F, -24));
  CHECK(half_to_float(0x7bff) == 65504.0F);
  CHECK(half_to_float(0x8000) == 0.0F);
  CHECK(std::isinf(half_to_float(0x7c00)));
  CHECK(std::isnan(half_to_float(0x7e00)));
}

TEST_CASE("a tensor is read by its name, and what does not fit is named") {
  const auto file = [](const std::string& table, const std::string& bytes) {
    std::string head(8, '\0');
    head[0] = static_cast<char>(table.size());
    return head + table + bytes;
  };
  const std::string bytes("\x00\x3c\x00\xc0", 4);
  const auto good = read_tensor(file(R"({"a":{"dtype":"F16","shape":[1,2],"data_offsets":[0,4]}})", bytes), "a");
  CHECK(good.values == std::vector<float>{1.0F, -2.0F});
  CHECK(good.shape == std::vector<std::size_t>{1, 2});
  for (const char* table : {R"({"b":{"dtype":"F16","shape":[2],"data_offsets":[0,4]}})",
                            R"({"a":{"dtype":"F16","shape":[3],"data_offsets":[0,6]}})",
                            R"({"a":{"dtype":"F16","shape":[2],"data_offsets":[4,0]}})",
                            R"({"a":{"dtype":"I64","shape":[2],"data_offsets":[0,4]}})",
                            R"({"a":{"dtype":"F16","shape":[2]}})", R"({"a":3})", "[", ""})
    CHECK_THROWS_WITH_AS(read_tensor(file(table, bytes), "a"), doctest::Contains("weights: a"), Error);
  CHECK_THROWS_AS(read_tensor("\xff\xff\xff\xff\xff\xff\xff\xff", "a"), Error);
}

TEST_CASE("the arithmetic gives the same bits with AVX2 and without") {
  if (!has_avx2()) {
    MESSAGE("SKIPPED: this processor has no AVX2");
    return;
  }
  const Kernels &fast = avx2_kernels(), &plain = portable_kernels();
  std::mt19937 random(7);
  std::normal_distribution<float> normal(0, 3);
  const auto fill = [&](std::size_t count) {
    std::vector<float> values(count);
    for (float& value : values) value = normal(random);
    return values;
  };
  for (const int rows : {1, 2, 3, 4, 5, 9}) {
    CAPTURE(rows);
    const int columns = 96, outputs = 32;
    const auto count = static_cast<std::size_t>(rows * columns);
    const auto x = fill(count), balance = fill(static_cast<std::size_t>(columns));
    std::vector<std::int16_t> whole[2];
    std::vector<float> scales[2], out[2], plainly[2];
    std::vector<std::int8_t> weights(static_cast<std::size_t>(outputs * columns));
    for (auto& weight : weights) weight = static_cast<std::int8_t>(static_cast<int>(random() % 255) - 127);
    const auto weight_scales = fill(static_cast<std::size_t>(outputs)), bias = fill(static_cast<std::size_t>(outputs));
    std::vector<std::uint8_t> steps(weights.size() / kGroup);
    for (auto& step : steps) step = static_cast<std::uint8_t>(1 + random() % kMostStep);
    const Linear layer{
        {weights.data(), weight_scales.data(), outputs, columns}, steps.data(), bias.data(), balance.data()};
    Linear without_steps = layer;
    without_steps.steps = nullptr;
    for (const int i : {0, 1}) {
      const Kernels& kernels = i ? fast : plain;
      whole[i].resize(count);
      scales[i].resize(static_cast<std::size_t>(rows));
      out[i].resize(static_cast<std::size_t>(rows * outputs));
      kernels.quantize(x.data(), balance.data(), rows, columns, whole[i].data(), scales[i].data());
      kernels.linear({whole[i].data(), scales[i].data(), rows, columns}, layer, out[i].data());
      kernels.gelu(out[i].data(), rows * outputs);
      plainly[i].resize(out[i].size());
      kernels.linear({whole[i].data(), scales[i].data(), rows, columns}, without_steps, plainly[i].data());
    }
    CHECK(std::memcmp(plainly[0].data(), plainly[1].data(), plainly[0].size() * sizeof(float)) == 0);
    CHECK(whole[0] == whole[1]);
    CHECK(std::memcmp(out[0].data(), out[1].data(), out[0].size() * sizeof(float)) == 0);
    const auto q = fill(count), k = fill(count), v = fill(count);
    std::vector<float> mixed[2], scratch(33 * 16);
    for (const int i : {0, 1}) {
      mixed[i].resize(count);
      (i ? fast : plain).attend(q.data(), k.data(), v.data(), rows, columns, 32, scratch.data(), mixed[i].data());
    }
    CHECK(std::memcmp(mixed[0].data(), mixed[1].data(), count * sizeof(float)) == 0);
  }
}

TEST_CASE("the activation and the softmax are right to what a float holds") {
  for (const bool fast : {false, true}) {
    if (fast && !has_avx2()) continue;
    const Kernels& kernels = fast ? avx2_kernels() : portable_kernels();
    std::vector<float> x;
    for (int i = -400; i < 400; ++i) x.push_back(static_cast<float>(i) / 40.0F);
    std::vector<float> y = x;
    kernels.gelu(y.data(), static_cast<int>(y.size()));
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double exact = 0.5 * x[i] * (1 + std::erf(x[i] / std::sqrt(2.0)));
      CHECK(std::fabs(y[i] - exact) < 2e-6);
    }
    // Two tokens, the first looking at itself with twice the weight e^1 has.
    const std::vector<float> q = {std::sqrt(8.0F), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    const std::vector<float> k = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    const std::vector<float> v = {1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0};
    std::vector<float> out(16), scratch(9 * 8);
    kernels.attend(q.data(), k.data(), v.data(), 2, 8, 8, scratch.data(), out.data());
    const double e = std::exp(1.0);
    CHECK(out[0] == doctest::Approx(e / (e + 1)));
    CHECK(out[1] == doctest::Approx(1 / (e + 1)));
    CHECK(out[8] == doctest::Approx(0.5));
  }
}

TEST_CASE("what is no model file is refused with its name") {
  const test::TempFolder folder;
  const auto file = folder.path / "model";
  CHECK_THROWS_WITH_AS(Model::open(file), doctest::Contains("model: No such file"), Error);
  for (const std::string& bytes : {std::string(), std::string("text"), std::string(200, 'x')}) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
    CHECK_THROWS_WITH_AS(Model::open(file), doctest::Contains("is no model file"), Error);
  }
  for (const auto& [version, who] :
       {std::pair(kVersion - 1, "an older ai-memory"), {kVersion + 1, "a newer ai-memory"}}) {
    Header header{};
    std::memcpy(header.magic, kMagic, sizeof kMagic);
    header.version = version;
    std::ofstream(file, std::ios::binary | std::ios::trunc)
        .write(reinterpret_cast<const char*>(&header), sizeof header);
    try {
      Model::open(file);
      FAIL("was read");
    } catch (const Error& error) {
      CHECK(std::string(error.what()).find("was made by " + std::string(who)) != std::string::npos);
      CHECK(error.hint().find("ai-memory embed --install") != std::string::npos);
    }
  }
  NEEDS_WEIGHTS();
  const std::string whole = slurp(Weights::get().folder.path / "model");
  std::ofstream(file, std::ios::binary | std::ios::trunc) << whole.substr(0, whole.size() - 1);
  CHECK_THROWS_WITH_AS(Model::open(file), doctest::Contains("is cut short"), Error);
  std::string changed = whole;
  changed[whole.size() / 2] ^= 1;
  std::ofstream(file, std::ios::binary | std::ios::trunc) << changed;
  CHECK(Model::open(file).damage() != "");
  CHECK(Weights::get().model->damage() == "");
}

TEST_CASE("the sums of a row's products stay within 32 bits, whatever it is multiplied by") {
  NEEDS_WEIGHTS();
  std::int64_t most = 0;
  for (const Layer& layer : Weights::get().model->layers())
    for (const Linear* part : {&layer.query, &layer.key, &layer.value, &layer.output, &layer.inner, &layer.outer})
      for (int row = 0; row < part->weights.rows; ++row) {
        std::int64_t sum = 0;
        for (int c = 0; c < part->weights.columns; ++c) {
          const auto at = static_cast<std::size_t>(row * part->weights.columns + c);
          sum += std::abs(part->steps[at / kGroup] * part->weights.values[at]);
        }
        most = std::max(most, sum);
      }
  CHECK(most > 0);
  CHECK(most * kMostActivation <= INT32_MAX);
}

TEST_CASE("words are cut as BERT cuts them") {
  NEEDS_WEIGHTS();
  const Model& model = *Weights::get().model;
  const auto pieces = [&](const std::string& text) {
    std::vector<int> ids;
    for (const Piece& piece : word_pieces(model, text, 100)) ids.push_back(piece.id);
    return ids;
  };
  CHECK(pieces("Hello, world!") == std::vector<int>{7592, 1010, 2088, 999});
  CHECK(pieces("") == std::vector<int>{});
  CHECK(pieces("Ünïcödé") == pieces("unicode"));
  CHECK(pieces("a\tb\n c") == pieces("a b c"));
  CHECK(pieces("東京") == std::vector<int>{*model.piece("東"), *model.piece("京")});
  CHECK(pieces(std::string(101, 'a')) == std::vector<int>{100});
  CHECK(pieces("a\xff\xfe"
               "b") == pieces("ab"));
  CHECK(word_pieces(model, "one two three four", 2).size() == 2);
  const auto where = word_pieces(model, "ab unbelievable", 10);
  CHECK(where.back().begin == 3);
  CHECK(where.back().end == 15);
}

TEST_CASE("vectors are those of another runtime, of plain arithmetic, and the same without AVX2") {
  NEEDS_WEIGHTS();
  const Model& model = *Weights::get().model;
  const test::FloatEncoder exact(Weights::get().published);
  Encoder encoder(model), portable(model, portable_kernels());
  const auto reference = nlohmann::json::parse(slurp(AI_MEMORY_SOURCE_DIR "/tests/index/minilm_reference.json"));
  double least = 1, total = 0;
  for (const auto& entry : reference.at("texts")) {
    const std::string text = text_of(entry);
    CAPTURE(text.substr(0, 60));
    const auto ids = entry.at("pieces").get<std::vector<int>>();
    const auto vector = entry.at("vector").get<std::vector<float>>();
    CHECK(ids_of(model, text) == ids);
    const auto ours = encoder.embed(text);
    const double near = cosine(ours, vector);
    CHECK(near >= 0.999);
    least = std::min(least, near);
    total += near;
    if (ids.size() <= 24) CHECK(portable.embed(text) == ours);
    if (ids.size() <= 7) CHECK(cosine(exact.embed(ids), vector) >= 0.99999);  // unoptimized, it is slow
  }
  const auto count = static_cast<double>(reference.at("texts").size());
  MESSAGE(count << " texts: cosine to the reference at least " << least << ", mean " << total / count);
  CHECK(count >= 20);
  CHECK(total / count >= 0.9997);
}
