#include <doctest/doctest.h>

#include "decay/keep_tokens.hh"

using namespace ai_memory;

namespace {

std::string kept(std::string_view body) {
  constexpr const char* kNames[] = {"item", "block", "link", "tag", "code"};
  std::string out;
  for (const KeptToken& token : keep_tokens(body)) {
    if (!out.empty()) out += " | ";
    out += token.kind == KeepKind::token ? std::string(token_kind_name(token.token))
                                         : std::string(kNames[static_cast<int>(token.kind)]);
    out += " " + token.text;
  }
  return out;
}

std::string lines(int count) {
  std::string out;
  for (int i = 1; i <= count; ++i) out += "line" + std::to_string(i) + "\n";
  return out;
}

}  // namespace

TEST_CASE("each class of facts is kept, wherever it stands in the markdown") {
  struct Row {
    const char *body, *kept;
  };
  for (const Row& row : {
           Row{"# Port 5432", "number 5432"},
           Row{"It is **v2.3.1** of *2026-11-30*.", "version v2.3.1 | date 2026-11-30"},
           Row{"|port|\n|-|\n|5432|", "number 5432"},
           Row{"> said 12 ms", "amount 12 ms"},
           Row{"1. one\n   - `C:\\Users\\x`", "code C:\\Users\\x | path C:\\Users\\x"},
           Row{"see https://example.org/a_(b).", "url https://example.org/a_(b)"},
           Row{"<https://example.org/a>", "link <https://example.org/a> | url https://example.org/a"},
           Row{"[[plan|the plan]] and [x](a.md)", "link [[plan|the plan]] | link [x](a.md) | file a.md"},
           Row{"![a map](img/map.png)", "link ![a map](img/map.png) | path img/map.png"},
           Row{"text #area/sub and `#no`", "code #no | tag area/sub"},
           Row{"- [decision] use [[B]]", "item [decision] use [[B]] | link [[B]]"},
           Row{"- [ ] call *Ann*\n- [x] done", "item [ ] call Ann"},
           Row{"- TODO: mend it", "item TODO: mend it"},
           Row{"- [other] thing", ""},
           Row{"5 and 5 and 5", "number 5"},
           Row{"設計は`a_b`、期限は11月30日、「仮の名」", "code a_b | identifier a_b | date 11月30日 | quoted 仮の名"},
           Row{"```sh\nrun -p 80\n```", "block ```sh\nrun -p 80\n```\n | number 80"},
           Row{"````\n```\n````", "block ````\n```\n````\n"},
           Row{"<div data-x=\"7\">\n</div>", "quoted 7 | number 7"},
           Row{"[r]: docs/r.md\n", "path docs/r.md"},
           Row{"http://a.example/_x_ here", "url http://a.example/x | url http://a.example/_x_"},
           Row{"a\r\n5\r\n", "number 5"},
       })
    CHECK_MESSAGE(kept(row.body) == row.kept, std::string(row.body));
}

TEST_CASE("a sign before a number that says how it is meant is kept with it") {
  struct Row {
    const char *body, *kept;
  };
  for (const Row& row : {
           Row{"right to ±5", "number ±5"},
           Row{"takes ≈ 12 kg or ~30", "amount ≈ 12 kg | number ~30"},
           Row{"load < 40 % and > 3", "amount < 40 % | number > 3"},
           Row{"|limit|\n|-|\n|≤9|\n|≥ 7 ms|", "number ≤9 | amount ≥ 7 ms"},
           Row{"needs lib >= 2.3.1, <= 14:05", "version >= 2.3.1 | date <= 14:05"},
           Row{"誤差は±5、約≒7", "number ±5 | number ≒7"},
           Row{"20±5", "number 20 | number ±5"},
           // Arrows, ranges, tags and paths.
           Row{"step -> 5 => 6", "number 5 | number 6"},
           Row{"3~5 and a~7", "number 3 | number 5 | number 7"},
           Row{"<div>\n<b>5</b>\n</div>", "number 5"},
           Row{"```\nx < 5\n```", "block ```\nx < 5\n```\n | number 5"},
           Row{"5 and ±5", "number 5 | number ±5"},
       }) {
    CAPTURE(row.body);
    CHECK(kept(row.body) == std::string(row.kept));
  }
}

TEST_CASE("paths, amounts and quotations are kept whole") {
  struct Row {
    const char *body, *kept;
  };
  for (const Row& row : {
           Row{"run $HOME/go/bin/lint, ${CACHE}/x", "path $HOME/go/bin/lint | path ${CACHE}/x"},
           Row{"set $EDITOR", "identifier $EDITOR"},
           Row{"in %TEMP%\\Lager", "path %TEMP%\\Lager"},
           Row{"in %ProgramFiles(x86)%\\Lager Nord\\l.ini now", "path %ProgramFiles(x86)%\\Lager Nord\\l.ini"},
           Row{"on \\\\srv7\\pool\\b.csv.", "path \\srv7\\pool\\b.csv"},
           Row{"D:\\My Data\\Lager\\y.dll and D:\\b", "path D:\\My Data\\Lager\\y.dll | path D:\\b"},
           Row{"“E:\\Alte Daten\\zwei drei”", "quoted E:\\Alte Daten\\zwei drei | path E:\\Alte Daten\\zwei drei"},
           Row{"move C:\\data to b.txt", "path C:\\data | file b.txt"},
           Row{"GET /v2/teams/{team}/seats", "path /v2/teams/{team}/seats"},
           Row{"NOTES.md:31, app.ts:7:22", "file NOTES.md:31 | file app.ts:7:22"},
           Row{"$9/month, £4/user/year", "amount $9/month | amount £4/user/year"},
           Row{"USD 450 or CHF 1,250", "amount USD 450 | amount CHF 1,250"},
           Row{"at -6 dB and 40 Gbit/s, 90 req/s", "amount -6 dB | amount 40 Gbit/s | amount 90 req/s"},
           Row{"7 million dollars, €2 billion", "amount 7 million dollars | amount €2 billion"},
           Row{"5人中4人が3〜6回", "amount 5人中4人 | amount 3〜6回"},
           Row{"he wrote 'no reply today' and ‘late’", "quoted no reply today | quoted late"},
           Row{"the cats' bowls, the '70s, rock'n'roll", "amount 70s"},
           Row{"on 9th of June, 2025-04", "date 9th of June | date 2025-04"},
           Row{"on 9th of June, 2025.", "date 9th of June, 2025"},
       })
    CHECK_MESSAGE(kept(row.body) == row.kept, std::string(row.body));
}

TEST_CASE("code of twenty lines is kept whole, longer code by its first line, its facts and how much was left out") {
  const auto whole = keep_tokens("```\n" + lines(20) + "```\n");
  REQUIRE(!whole.empty());
  CHECK(whole[0].text == "```\n" + lines(20) + "```\n");
  const auto longer = keep_tokens("```py\n" + lines(21) + "```\n");
  REQUIRE(longer.size() == 22);
  CHECK(longer[0].text == "```py\nline1\n… 20 lines left out\n```\n");
  CHECK(longer[21].text == "line21");
}

TEST_CASE("a kept fact names the line where its paragraph starts") {
  const auto found = keep_tokens("# Title\n\ntext\nport 5432\n\n- 7 ms\n");
  REQUIRE(found.size() == 2);
  CHECK(found[0].line == 3);
  CHECK(found[1].line == 6);
}
