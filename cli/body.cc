#include "cli/body.hh"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <unistd.h>

#include "cli/clock.hh"
#include "wiki/error.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

std::string read_all(std::FILE* in, const std::string& name) {
  std::string text;
  char buffer[65536];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, in)) {
    text.append(buffer, got);
    if (text.size() > kMaxPageBytes) break;
  }
  if (std::ferror(in) != 0) throw_errno(name);
  return text;
}

std::string read_file(const std::string& name) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> in(std::fopen(name.c_str(), "rb"), std::fclose);
  if (!in && errno == ENOENT)
    throw Error(ErrorKind::not_found, name + ": no such file", "it is looked for from the current folder");
  if (!in) throw_errno(name);
  return read_all(in.get(), name);
}

// Words on a command line have no final newline; a page has one, for what is added behind it.
std::string with_final_newline(const std::string& text) {
  return text.empty() || text.back() == '\n' ? text : text + "\n";
}

std::string typed_text(Draft& draft) {
  return draft.keeping([&draft] {
    std::string text = draft.edit(editor_command(true));
    if (text.find_first_not_of(" \t\r\n") == std::string::npos)
      throw Error(ErrorKind::failed, "text: nothing was typed",
                  "nothing was written; --body \"\" is a page without text");
    check_text(text);
    return text;
  });
}

std::string piped_text() {
  // Nothing on it is what cron and agents give; a page without text is asked for with --body "".
  if (std::string text = read_all(stdin, "standard input"); !text.empty()) return text;
  throw Error(ErrorKind::usage, "text: none given",
              "use --body TEXT, --body-file FILE, or a pipe; at a terminal an editor opens");
}

}  // namespace

void add_body_options(CLI::App& app, BodyOptions& options) {
  auto* body = app.add_option_function<std::string>(
                      "--body",
                      [&options](const std::string& text) {
                        options.body = text;
                        options.has_body = true;
                      },
                      "The text")
                   ->type_name("TEXT");
  app.add_option("--body-file", options.body_file, "A file with the text; - is standard input")
      ->type_name("FILE")
      ->excludes(body);
}

GivenText read_text(Context& context, const BodyOptions& options, const PagePath& path) {
  GivenText given;
  given.time = context.now();
  if (options.has_body) {
    given.text = with_final_newline(options.body);
  } else if (!options.body_file.empty()) {
    given.text = options.body_file == "-" ? read_all(stdin, "standard input") : read_file(options.body_file);
  } else if (isatty(STDIN_FILENO) == 0) {
    given.text = piped_text();
  } else {
    given.draft = std::make_unique<Draft>(context.wiki().state_dir(), path.stem() + ".md", "", path.str());
    given.text = typed_text(*given.draft);
    given.time = current_time();
  }
  check_text(given.text);
  return given;
}

void check_text(std::string_view text) {
  if (text.size() > kMaxPageBytes) throw Error(ErrorKind::usage, "text: larger than a page may be (20 MB)");
  if (!is_utf8(text) || text.find('\0') != std::string::npos)
    throw Error(ErrorKind::usage, "text: not UTF-8", "pages are text; convert it first, for example with iconv");
}

}  // namespace ai_memory
