#include <doctest/doctest.h>
#include <random>

#include "wiki/secrets.hh"

namespace ai_memory {
namespace {

std::string repeated(const std::string& text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

const std::string kLetters36 = "abcdefghijklmnopqrstuvwxyzABCDEF0123";
const std::string kPem = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\nq83vEjRW\n-----END RSA PRIVATE KEY-----";
const std::string kJwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

struct Row {
  std::string text, kind, secret;  // no kind: nothing is found
};

TEST_CASE("A47: each form of secret is found, to the byte") {
  const std::vector<Row> rows = {
      {"use ghp_" + kLetters36 + " here", "github-token", "ghp_" + kLetters36},
      {"ghs_" + kLetters36, "github-token", "ghs_" + kLetters36},
      {"gho_" + kLetters36, "github-token", "gho_" + kLetters36},
      {"ghu_" + kLetters36, "github-token", "ghu_" + kLetters36},
      {"ghr_" + kLetters36, "github-token", "ghr_" + kLetters36},
      {"github_pat_11ABCDEFG0abcdefghijkl_xyz", "github-token", "github_pat_11ABCDEFG0abcdefghijkl_xyz"},
      {"glpat-abcdefghij0123456789", "gitlab-token", "glpat-abcdefghij0123456789"},
      {"id AKIAIOSFODNN7EXAMPLE.", "aws-key", "AKIAIOSFODNN7EXAMPLE"},
      {"ASIAIOSFODNN7EXAMPLE", "aws-key", "ASIAIOSFODNN7EXAMPLE"},
      {"AIza" + kLetters36, "google-key", "AIza" + kLetters36},
      {"xoxb-1234567890-abcdef", "slack-token", "xoxb-1234567890-abcdef"},
      {"xoxp-1234567890-abcdef", "slack-token", "xoxp-1234567890-abcdef"},
      {"xoxa-2-1234567890", "slack-token", "xoxa-2-1234567890"},
      {"xoxs-1234567890-abcdef", "slack-token", "xoxs-1234567890-abcdef"},
      {"xoxr-1234567890-abcdef", "slack-token", "xoxr-1234567890-abcdef"},
      {"rk_live_abcdefghij012345", "stripe-key", "rk_live_abcdefghij012345"},
      {"sk_live_abcdefghij012345", "stripe-key", "sk_live_abcdefghij012345"},
      {"npm_" + kLetters36, "npm-token", "npm_" + kLetters36},
      {"(sk-proj-abcdefghij0123456789)", "api-key", "sk-proj-abcdefghij0123456789"},
      {"cookie " + kJwt + ";", "jwt", kJwt},
      {"a\n" + kPem + "\nb", "private-key", kPem},
      {"-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz", "private-key", "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz"},
      {"postgres://shop:s3cr3t!@db.example/shop", "password", "s3cr3t!"},
      {"redis://:geheim9@host", "password", "geheim9"},
      {"Authorization: Bearer abc.def-123456", "authorization", "abc.def-123456"},
      {"-H 'authorization: Basic dXNlcjpwYXNz'", "authorization", "dXNlcjpwYXNz"},
      {"\"Authorization\": \"token 0123456789abcdef\"", "authorization", "0123456789abcdef"},
      {"send Bearer abcdefghij0123456789", "authorization", "abcdefghij0123456789"},
      {"export DB_PASSWORD=hunter2x", "password", "hunter2x"},
      {"OPENAI_API_KEY=\"abcdef123\"", "key", "abcdef123"},
      {"{\"client_secret\": \"abcdef\"}", "secret", "abcdef"},
      {"password: correct-horse", "password", "correct-horse"},
      {"apiKey: abc12345", "key", "abc12345"},
      {"db.password=geheim", "password", "geheim"},
      {"hf_" + kLetters36, "api-key", "hf_" + kLetters36},
      {"SG.abcdefghijklmnopqrstuv.abcdefghijklmnopqrstuvwxyz0123456789abcdefg", "sendgrid-key",
       "SG.abcdefghijklmnopqrstuv.abcdefghijklmnopqrstuvwxyz0123456789abcdefg"},
      {"https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXX", "webhook",
       "hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXX"},
      {"export DB_PASS=Zebra2026", "password", "Zebra2026"},
      {"login: admin, pass: Zebra!2026x", "password", "Zebra!2026x"},
      {"pw = Zebra!2026x", "password", "Zebra!2026x"},
      {"Passwort: Zebra2026", "password", "Zebra2026"},
      {"パスワード: kirakira2026", "password", "kirakira2026"},
      {"密碼：Zebra2026", "password", "Zebra2026"},
      {"curl -s -u admin:Zebra2026 https://x.example", "password", "Zebra2026"},
      {"GITHUB_TOKEN = 0123456789abcdef0123456789abcdef01234567", "token", "0123456789abcdef0123456789abcdef01234567"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto found = find_secrets(row.text);
    REQUIRE(found.size() == 1);
    CHECK(found[0].kind == row.kind);
    CHECK(row.text.substr(found[0].begin, found[0].end - found[0].begin) == row.secret);
    CHECK(redact(row.text).find(row.secret) == std::string::npos);
    CHECK(redact(row.text).find("[REDACTED:" + row.kind + "]") != std::string::npos);
    CHECK(find_secrets(redact(row.text)).empty());
  }
}

TEST_CASE("A47: words that begin as the person's own keys do are secrets too, and nothing else is") {
  set_own_secrets({"acme_", "KEY-"});
  const auto kinds = [](std::string_view text) {
    std::string all;
    for (const Secret& secret : find_secrets(text))
      all += secret.kind + ":" + std::string(text.substr(secret.begin, secret.end - secret.begin)) + " ";
    return all;
  };
  CHECK(kinds("use acme_12345678, not xacme_12345678 or acme_1234567") == "own:acme_12345678 ");
  CHECK(kinds("KEY-abcd_efgh-i\nkey-abcd_efgh-i") == "own:KEY-abcd_efgh-i ");
  CHECK(redact("acme_abcdefgh.") == "[REDACTED:own].");
  set_own_secrets({});
  CHECK(kinds("acme_12345678").empty());
  for (const char* bad : {"", "ab", "_acme_"})
    CHECK_THROWS_WITH(set_own_secrets({bad}), doctest::Contains("secrets.prefixes"));
}

TEST_CASE("A47: what only looks like a secret is left alone") {
  for (const std::string text : {
           "sk-learn and sk-learn-contrib-something-longer",
           "risk-based, task-1234567890123456789012",
           "commit 0123456789abcdef0123456789abcdef01234567",
           "no API key needed",
           "the token: it is short",
           "max_tokens = 4096, tokens=123456",
           "password: required",
           "PASSWORD=<password>",
           "API_KEY=${OPENAI_API_KEY}",
           "token: \"{{ token }}\"",
           "SECRET=****************",
           "API_KEY=your-key-here",
           "public_key = \"abcdefgh12345678\"",
           "monkey: banana12345",
           "https://example.org/a:b@c",
           "git@github.com:shop/web.git",
           "ssh://git@github.com/shop/web",
           "http://[::1]:8080/x",
           "AKIA and AKIAIOSFODNN7EXAMPLETOOLONG",
           "ghp_tooshort",
           "eyJhbGciOiJIUzI1NiJ9.notjson.x",
           "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----",
           "Bearer of bad news and internationalization",
           "Authorization: none",
           "トークン: 秘密は書かない",
           "Password reset: see notes/login",
           "key: value and keyboard: qwertz12",
           "first pass: 12 tests, pass: 2026-11-30",
           "pwd: /home/ann/shop2",
           "pass = true, compass: north12",
           "パスワード: 必要",
           "パスワード: /etc/shop2",
           "sort -u names:sorted9",
           "hf_short and SG.short",
           "hooks.slack.com/services/",
       }) {
    CAPTURE(text);
    CHECK(find_secrets(text).empty());
    CHECK(redact(text) == text);
  }
}

TEST_CASE("several secrets in one text, each once and in order") {
  const std::string text = "A_TOKEN=abcdef1 and postgres://u:pw@h and ghp_" + kLetters36;
  CHECK(redact(text) == "A_TOKEN=[REDACTED:token] and postgres://u:[REDACTED:password]@h and [REDACTED:github-token]");
}

TEST_CASE("A47: a token that is the user's name of a URL is found as well as the password") {
  CHECK(redact("git clone https://ghp_" + kLetters36 + ":x-oauth-basic@github.com/shop") ==
        "git clone https://[REDACTED:github-token]:[REDACTED:password]@github.com/shop");
  CHECK(redact("https://ghp_" + kLetters36 + "@github.com") == "https://[REDACTED:github-token]@github.com");
}

TEST_CASE("what steers a terminal or turns the reading direction goes, and hides no token") {
  CHECK(redact("a\x1b[31mred\x1b[0m b") == "ared b");
  CHECK(redact("t\x1b]0;title\ax") == "tx");
  CHECK(redact("t\x1b]8;;http://x\x1b\\link") == "tlink");
  CHECK(redact(std::string("n\0ul\x07\x7f", 6)) == "nul");
  CHECK(redact("c1 \xc2\x9b x") == "c1  x");
  CHECK(redact("bidi \xe2\x80\xae x \xe2\x81\xa6") == "bidi  x ");
  CHECK(redact("tab\t line\r\n 日本語 é") == "tab\t line\r\n 日本語 é");
  CHECK(redact("ghp_\x1b[0m" + kLetters36) == "[REDACTED:github-token]");
  // What is left must not come together to a mark, and no letter be cut in half.
  CHECK(redact("a \xc2\x1b\x37\x9b x") == "a \x9b x");
  CHECK(redact("a \xe2\x80\x07\xae \xe2\x07\x80\xae") == "a \xae \x80\xae");
  CHECK(redact("a \xe2\x81\xc2\x07\xa6") == "a \xa6");
  CHECK(redact("a \x1b[1;\u00e9 \x1b\u00e9") == "a \u00e9 \u00e9");
}

TEST_CASE("a secret right behind another, or behind a name and ://, is found, and redacted text stays as it is") {
  for (const std::string& text : {"AKIAIOSFODNN7EXAMPLEghp_" + kLetters36, std::string("my_passwd://shop:s3cr3t!@db/x"),
                                  std::string("Bearer d0://u:s3cr3t,@0")}) {
    const auto safe = redact(text);
    CHECK_MESSAGE(redact(safe) == safe, safe);
    CHECK(safe.find(kLetters36) == std::string::npos);
    CHECK(safe.find("s3cr3t") == std::string::npos);
  }
}

TEST_CASE("a value of any length is hidden whole, and no letter is cut in half") {
  for (const std::string& before : {std::string("password="), std::string("\"api_key\": \""), std::string("Bearer 1x")})
    for (const std::string part : {"é", "x9", "日"}) {
      const auto safe = redact("a " + before + "1" + repeated(part, 6000) + " z");
      CHECK_MESSAGE(safe.find(part) == std::string::npos, before << part);
      CHECK(safe.starts_with("a "));
      CHECK(safe.ends_with("] z"));
      CHECK(redact(safe) == safe);
    }
}

TEST_CASE("what is left when a secret is cut out makes no private key of what stands around it") {
  const std::string text = "-----BEGIN x Authorization: " + repeated("A1b", 30) + " RSA PRIVATE KEY-----\nA";
  const auto safe = redact(text);
  CHECK(safe == "-----BEGIN x Authorization: [REDACTED:authorization] RSA PRIVATE KEY-----\nA");
  CHECK(redact(safe) == safe);
}

TEST_CASE("a token of any length is hidden whole") {
  set_own_secrets({"abc_live"});
  const std::string token = repeated("a1B2", 1250);
  for (const std::string& text : {"ghp_" + token, "sk-" + token, "abc_live" + token, "postgres://u:" + token + "@h"}) {
    const auto safe = redact("a " + text + " z");
    CHECK_MESSAGE(safe.find("a1B2") == std::string::npos, text.substr(0, 12));
    CHECK(safe.ends_with(" z"));
  }
  set_own_secrets({});
  CHECK(redact("AKIA" + repeated("A1B2", 5)) == "AKIA" + repeated("A1B2", 5));  // its length is fixed
}

TEST_CASE("any bytes are taken, in time that grows with the text alone") {
  std::mt19937 random(7);
  const std::string letters = "ghp_sk-:=/@ \"'\x1b[]\x80\xe2\xae token eyJ.-----BEGIN";
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    for (int n = static_cast<int>(random() % 200); n > 0; --n) text += letters[random() % letters.size()];
    std::size_t last = 0;
    for (const Secret& secret : find_secrets(text)) {
      CHECK(secret.begin >= last);
      CHECK(secret.end > secret.begin);
      CHECK(secret.end <= text.size());
      last = secret.end;
    }
    redact(text);
  }
  for (const std::string part : {"token=$", "://", "eyJ.", "-----BEGIN ", "Authorization:", "=", "a:", "\x1b]", "sk-",
                                 "token=x9", "token=your", "Bearer x"})
    redact(repeated(part, 100'000));
}

}  // namespace
}  // namespace ai_memory
