// A dictionary in EDICT's format as a file, and Japanese read with it.
#include <cstdlib>
#include <doctest/doctest.h>
#include <fstream>
#include <iconv.h>
#include <iterator>
#include <random>

#include "index/edict.hh"
#include "index/embedder.hh"
#include "index/glossary.hh"
#include "index/minilm/model.hh"
#include "support/temp_folder.hh"
#include "wiki/error.hh"

using namespace ai_memory;

namespace {

constexpr const char* kDictionary = R"(　？？？ /EDICT, made up for tests/
デプロイ /(n,vs) (abbr) deployment/deploying/
失敗 [しっぱい] /(n,adj-no,vs) failure/mistake/blunder/(P)/
戻す [もどす] /(v5s,vt) (1) to put back/to return/(v5s,vt) (2) to vomit/(P)/
取り消す [とりけす] /(v5s,vt) to cancel/(P)/
取り消し [とりけし] /(n) cancellation/(P)/
止める [とめる] /(v1,vt) (1) to stop (something)/to turn off/(P)/
止める [やめる] /(v1,vt) (1) (uk) to quit/(P)/
止める [とどめる] /(v1,vt) (arch) to linger/
古い [ふるい] /(adj-i) old (not person)/(P)/
方 [かた] /(n) direction/way/(P)/
東京都 [とうきょうと] /(n) Tokyo Metropolis/(P)/
東京 [とうきょう] /(n) Tokyo/(P)/
京都 [きょうと] /(n) Kyoto/(P)/
都 [みやこ] /(n) capital/(P)/
コード /(n) code/(P)/
レビュー /(n,vs) review/(P)/
ビュー /(n) view/(P)/
ところ /(n) place/(P)/
ゆっくり /(adv,n,vs) slowly/(P)/
もののけ /(n) (arch) spirit/
隠し味 [かくしあじ] /(n) subtle seasoning that brings out the flavor/secret ingredient/
５月 [ごがつ] /(n) May/(P)/
ＳＳＬ証明書 /(n) SSL certificate/
サッカー・ボール /(n) soccer ball/
no entry at all
)";

std::string euc_jp(std::string text) {
  std::string out(text.size() * 2, '\0');
  char *from = text.data(), *to = out.data();
  std::size_t left = text.size(), room = out.size();
  const iconv_t handle = ::iconv_open("EUC-JP", "UTF-8");
  REQUIRE(handle != reinterpret_cast<iconv_t>(-1));
  REQUIRE(::iconv(handle, &from, &left, &to, &room) == 0);
  ::iconv_close(handle);
  out.resize(out.size() - room);
  return out;
}

const std::string& converted() {
  static const std::string bytes = convert_edict({euc_jp(kDictionary)});
  return bytes;
}

struct GlossaryFile {
  test::TempFolder folder;
  std::filesystem::path path = folder.path / "glossary";
  explicit GlossaryFile(const std::string& bytes = converted()) { write(bytes); }
  void write(const std::string& bytes) const { std::ofstream(path, std::ios::binary) << bytes; }
};

// Its words, one space between.
std::string english(std::string_view japanese) {
  const GlossaryFile file;
  const std::string text = Glossary::open(file.path).english(japanese).text;
  std::string words;
  for (const char c : text)
    if (c != ' ' || (!words.empty() && words.back() != ' ')) words += c;
  while (words.ends_with(' ')) words.pop_back();
  return words;
}

std::string refusal(const GlossaryFile& file) {
  try {
    Glossary::open(file.path);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::failed);
    CHECK(std::string(error.what()).starts_with(file.path.string()));
    CHECK(error.hint().find("embed --install") != std::string::npos);
    return std::string(error.what()).substr(file.path.string().size() + 2);
  }
  return "";
}

}  // namespace

TEST_CASE("Japanese is said in English, particles and endings left out, and the rest stands as it was") {
  CHECK(english("デプロイに失敗した") == "deployment failure");
  CHECK(english("`make deploy` に失敗、see log。") == "`make deploy` failure , see log.");
  CHECK(english("plain English, 42 % of it\n") == "plain English, 42 % of it\n");
  CHECK(english("") == "");
  CHECK(english("ゆっくり戻す") == "slowly put back");
  CHECK(english("隠し味") == "secret ingredient");  // of a meaning, the first English that is short
}

TEST_CASE("verbs and adjectives are known in all their forms") {
  for (const char* form : {"戻す", "戻した", "戻さない", "戻せる", "戻そう"}) CHECK(english(form) == "put back");
  CHECK(english("取り消せば") == "cancel");
  for (const char* form : {"古い", "古くて", "古かった", "古ければ"}) CHECK(english(form) == "old");
}

TEST_CASE("of words written alike the common ones are given, rare ones only where there is no other") {
  CHECK(english("止めた") == "stop quit");
  CHECK(english("もののけ") == "");
}

TEST_CASE("a text falls into few and common words, however they overlap") {
  CHECK(english("東京都") == "Tokyo Metropolis");
  CHECK(english("コードレビュー") == "code review");
  CHECK(english("サッカーボール") == "soccer ball");
  CHECK(english("５月に戻す") == "May put back");
  CHECK(english("５０月") == "５０");
  CHECK(english("できるところ") == "");
}

TEST_CASE("how much of the Japanese is known is told") {
  const GlossaryFile file;
  const Glossary glossary = Glossary::open(file.path);
  CHECK(glossary.english("デプロイに失敗した").known == 1);
  CHECK(glossary.english("失敗鵺鵺").known == 0.5);
  CHECK(glossary.english("鵺").known == 0);
  CHECK(glossary.english("한국어").known == 0);
  CHECK(glossary.english("English").known == 1);
}

TEST_CASE("the same dictionary gives the same file, and it says whose work it is") {
  CHECK(convert_edict({euc_jp(kDictionary)}) == converted());
  CHECK(converted().find("Electronic Dictionary Research and Development Group") != std::string::npos);
  const GlossaryFile file;
  CHECK(Glossary::open(file.path).damage().empty());
  CHECK(is_edict(euc_jp(kDictionary)));
  CHECK_FALSE(is_edict(kDictionary));
}

TEST_CASE("a later dictionary, of computing terms, adds words and wins over ordinary ones") {
  const GlossaryFile file(convert_edict({euc_jp("表 [ひょう] /(n) surface/\n"), euc_jp("表 [ひょう] /(n) table/\n")}));
  CHECK(Glossary::open(file.path).english("表").text == "table surface ");
  CHECK_THROWS_AS(convert_edict({"no entries\n", ""}), Error);
}

TEST_CASE("a file that is cut short anywhere, of another kind or version is refused by name") {
  GlossaryFile file;
  for (std::size_t size = 0; size < converted().size(); size += size < 80 ? 1 : 97) {
    file.write(converted().substr(0, size));
    CHECK_FALSE(refusal(file).empty());
  }
  file.write("x" + converted().substr(1));
  CHECK(refusal(file) == "is no glossary of ai-memory");
  std::string newer = converted();
  newer[8] = 9;
  file.write(newer);
  CHECK(refusal(file) == "has version 9, not 1");
  file.write(converted() + "x");
  CHECK(refusal(file) == "is cut short");
}

TEST_CASE("whatever bytes are damaged, reading goes on within the file, and damage() says so") {
  GlossaryFile file;
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::string bytes = converted();
    for (int i = 0; i < 8; ++i) bytes[64 + random() % (bytes.size() - 64)] = static_cast<char>(random() % 256);
    file.write(bytes);
    const Glossary glossary = Glossary::open(file.path);
    glossary.english("デプロイに失敗したとき、東京都で古いコードレビューを取り消して戻す");
    CHECK((bytes == converted()) == glossary.damage().empty());
  }
}

TEST_CASE("any bytes are read") {
  const GlossaryFile file;
  const Glossary glossary = Glossary::open(file.path);
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    std::string text = "失敗";
    for (auto i = random() % 40; i > 0; --i) text += static_cast<char>(random() % 256);
    const Glossed glossed = glossary.english(text);
    CHECK(glossed.known >= 0);
    CHECK(glossed.known <= 1);
  }
}

TEST_CASE("with the glossary a Japanese text lies near one that means the same, in Japanese and in English") {
  const char* place = std::getenv("AI_MEMORY_TEST_WEIGHTS");
  if (!place) {
    MESSAGE("SKIPPED: no weights of the sentence encoder (AI_MEMORY_TEST_WEIGHTS names none)");
    return;
  }
  const GlossaryFile file;
  const auto slurp = [](const std::filesystem::path& name) {
    std::ifstream in(name, std::ios::binary);
    return std::string{std::istreambuf_iterator<char>(in), {}};
  };
  const std::filesystem::path weights = place, model = file.folder.path / "model";
  std::ofstream(model, std::ios::binary) << minilm::convert(slurp(weights / "model.fp16.safetensors"),
                                                            minilm::read_vocabulary(slurp(weights / "tokenizer.json")));
  const auto plain = make_local_embedder(model), glossed = make_local_embedder(model, file.path);
  CHECK(plain->id() != glossed->id());
  const auto cosine = [](Embedder& embedder, const std::string& a, const std::string& b) {
    const Vector left = embedder.embed_query(a), right = embedder.embed_query(b);
    double sum = 0;
    for (std::size_t i = 0; i < left.size(); ++i) sum += static_cast<double>(left[i]) * right[i];
    return sum;
  };
  CHECK(cosine(*glossed, "デプロイを止める", "roll back the deployment") > 0.3);
  CHECK(cosine(*plain, "デプロイを止める", "roll back the deployment") < 0.15);
  CHECK(cosine(*glossed, "古いコード", "東京都") < 0.2);
  CHECK(plain->embed_query("plain English") == glossed->embed_query("plain English"));
  // What has no words in the glossary is as without.
  CHECK(plain->embed_query("鵺鵺鵺") == glossed->embed_query("鵺鵺鵺"));

  std::string much;
  for (int i = 0; i < 400; ++i) much += "隠し味";
  const std::size_t fits = glossed->fitting(much);
  CHECK(fits > 100);
  CHECK(fits < much.size());
  CHECK(glossed->fitting(much.substr(0, fits)) == fits);
}
