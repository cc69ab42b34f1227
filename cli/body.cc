#include "cli/body.hh"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <unistd.h>

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
  if (!in) throw_errno(name);
  return read_all(in.get(), name);
}

std::string find_text(const BodyOptions& options) {
  if (options.has_body) {
    // Words on a command line have no final newline; a page has one, for what is added behind it.
    const bool whole = options.body.empty() || options.body.back() == '\n';
    return whole ? options.body : options.body + "\n";
  }
  if (!options.body_file.empty() && options.body_file != "-") return read_file(options.body_file);
  if (options.body_file == "-") return read_all(stdin, "standard input");
  if (isatty(STDIN_FILENO) == 0) {
    // Nothing on it is what cron and agents give; a page without text is asked for with --body "".
    if (const std::string text = read_all(stdin, "standard input"); !text.empty()) return text;
  }
  throw Error(ErrorKind::usage, "text: none given", "use --body TEXT, --body-file FILE, or a pipe");
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

std::string read_body(const BodyOptions& options) {
  std::string text = find_text(options);
  if (text.size() > kMaxPageBytes) throw Error(ErrorKind::usage, "text: larger than a page may be (20 MB)");
  if (!is_utf8(text) || text.find('\0') != std::string::npos)
    throw Error(ErrorKind::usage, "text: not UTF-8", "pages are text; convert it first, for example with iconv");
  return text;
}

}  // namespace ai_memory
