#include "cli/problems.hh"

#include "wiki/error.hh"
#include "wiki/page.hh"
#include "wiki/secrets.hh"

namespace ai_memory {

std::vector<std::string> problems_of(const PagePath& path, std::string_view text) {
  std::vector<std::string> lines;
  for (const auto& [line, message] : parse_page(path, text).problems)
    lines.push_back(path.str() + (line > 0 ? ":" + std::to_string(line) : "") + ": " + message);
  return lines;
}

std::string hint_if_no_text(Context& context, const PagePath& path, std::string_view text) {
  if (is_utf8(text)) return {};
  return "save " + (context.wiki().root() / path.str()).string() +
         " as UTF-8 with an editor of your own, or convert it with iconv";
}

void warn_of_problems(Context& context, const PagePath& path, std::string_view text) {
  for (const auto& line : problems_of(path, text)) context.out().warn(line);
}

void refuse_unreadable(Context& context, const PagePath& path, std::string_view text) {
  const Page page = parse_page(path, text);
  if (page.readable) return;
  const std::string why = page.problems.empty() ? "not text" : page.problems.front().message;
  const std::string hint = hint_if_no_text(context, path, text);
  throw Error(ErrorKind::failed, context.shown(path) + ": " + why,
              hint.empty() ? "such a page is never rewritten" : hint);
}

std::string without_secrets(Context& context, std::string_view what, const std::string& text) {
  const auto secrets = find_secrets(text);
  if (secrets.empty()) return text;
  context.out().warn(std::string(what) + ": looks like it holds a secret (" + secrets.front().kind +
                     "); left out, for history keeps what it is given");
  return redact(text);
}

void refuse_too_large(Context& context, const PagePath& path, std::string_view text) {
  if (text.size() > kMaxPageBytes)
    throw Error(ErrorKind::usage, context.shown(path) + ": would be larger than a page may be (20 MB)",
                "nothing was written; put the text into several pages");
}

}  // namespace ai_memory
