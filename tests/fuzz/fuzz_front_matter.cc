// Any page: reading never throws; an edit either fails cleanly or changes what was asked and no other byte.
#include "tests/fuzz/fuzz.hh"
#include "wiki/error.hh"
#include "wiki/lines.hh"
#include "wiki/page.hh"

using namespace ai_memory;

namespace {

using Edits = std::vector<FrontMatterEdit>;

std::size_t start_of_line(std::string_view text, std::size_t number) {
  std::size_t at = text.starts_with("\xef\xbb\xbf") ? 3 : 0;
  while (--number > 0) at = line_at(text, at).next;
  return at;
}

// What stands before the key and from the next key on is the same; without the key: all but one line more.
void same_elsewhere(std::string_view text, std::string_view edited, const std::string& key) {
  const auto matter = FrontMatter::parse(text);
  if (!matter.present()) return require(edited.ends_with(text.substr(text.starts_with("\xef\xbb\xbf") ? 3 : 0)));
  const auto line = matter.line(key);
  auto next = matter.body_line() - 1;  // of the closing fence
  for (const auto& other : matter.keys())
    if (matter.line(other) > line) next = std::min(next, matter.line(other));
  const auto before = text.substr(0, start_of_line(text, line == 0 ? next = matter.body_line() - 1 : line));
  require(edited.starts_with(before));
  require(edited.ends_with(text.substr(start_of_line(text, next))));
}

std::optional<std::string> edited(std::string_view text, const Edits& edits) {
  try {
    return edit_front_matter(text, edits);
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::failed);
    return std::nullopt;
  }
}

void edit(std::string_view text, const FrontMatterEdit& change) {
  const auto result = edited(text, {change});
  if (!result) return;
  const auto matter = FrontMatter::parse(*result);
  if (change.items.empty())
    require(matter.text(change.key) == change.value);
  else
    require(matter.list(change.key) == change.items);
  require(split_front_matter(*result).body == split_front_matter(text).body);
  if (!FrontMatter::parse(text).has(change.key) || !change.removes()) same_elsewhere(text, *result, change.key);
  require(edited(*result, {change}) == result);
  const bool was_absent = !FrontMatter::parse(text).has(change.key);
  if (was_absent && FrontMatter::parse(text).present())
    require(edited(*result, {{change.key, std::nullopt}}).value_or(std::string(text)) == text);
}

}  // namespace

void check(std::string_view text) {
  const auto page = parse_page(PagePath::existing("notes/x.md"), text);
  require(!page.title.empty());
  is_ledger(PagePath::existing("log.md"), text);
  edit(text, {"tier", "a: b # c"});
  edit(text, {"tags", std::nullopt, {"x, y", "[z]"}});
  edit(text, {"tier", std::nullopt});
  if (const auto keys = page.front_matter.keys(); !keys.empty()) {
    edit(text, {keys[text.size() % keys.size()], "v"});
    edit(text, {keys[text.size() % keys.size()], std::nullopt});
  }
  if (is_utf8(text) && text.size() < 1000)
    require(FrontMatter::parse("---\nk: " + yaml_scalar(text) + "\n---\n").text("k").value_or("") == text);
}
