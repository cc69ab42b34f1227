#include "index/chunks.hh"

#include <algorithm>

#include "wiki/markdown.hh"
#include "wiki/wiki.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kPrefixBytes = 200;  // of title and headings each
constexpr std::size_t kWindow = 8192;      // no vector stands for more

std::string cut(std::string text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80) --most;
  text.resize(most);
  return text;
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

// Where to end within the `most` bytes that fit: after a paragraph, a line or a word of the second half, else at
// `most`.
std::size_t good_end(std::string_view text, std::size_t most) {
  for (const char* mark : {"\n\n", "\n", " "}) {
    const auto at = text.substr(0, most).rfind(mark);
    if (at != std::string_view::npos && at >= most / 2) return at + 1;
  }
  return most;
}

class Cutter {
 public:
  Cutter(const Page& page, const Embedder& embedder) : embedder_(embedder), title_(cut(page.title, kPrefixBytes)) {}

  void section(const std::string& headings, std::string_view text, std::size_t line);
  std::vector<Chunk> take() { return std::move(chunks_); }

 private:
  std::size_t fitting(const std::string& prefix, std::string_view rest) const {
    const std::string_view window = rest.substr(0, kWindow);
    const std::size_t fits = embedder_.fitting(prefix + std::string(window));
    if (fits >= prefix.size() + window.size()) return window.size();
    return fits > prefix.size() ? good_end(rest, fits - prefix.size()) : 0;
  }

  const Embedder& embedder_;
  std::string title_;
  std::vector<Chunk> chunks_;
};

void Cutter::section(const std::string& headings, std::string_view text, std::size_t line) {
  std::string prefix = title_ + "\n";
  if (!headings.empty()) prefix += cut(headings, kPrefixBytes) + "\n";
  while (!is_blank(text)) {
    std::size_t size = fitting(prefix, text);
    if (size == 0) {  // a title that leaves no room
      prefix.clear();
      size = std::max<std::size_t>(fitting(prefix, text), 1);
    }
    const std::string_view piece = text.substr(0, size);
    const auto blank = std::min(piece.find_first_not_of(" \t\r\n"), piece.size());
    const auto above =
        static_cast<std::size_t>(std::count(piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(blank), '\n'));
    if (!is_blank(piece)) chunks_.push_back({prefix + std::string(piece.substr(blank)), line + above});
    line += static_cast<std::size_t>(std::count(piece.begin(), piece.end(), '\n'));
    text.remove_prefix(size);
  }
}

std::string joined(const std::vector<Outline::Heading>& path) {
  std::string text;
  for (const auto& heading : path) text += (text.empty() ? "" : " > ") + heading.text;
  return text;
}

}  // namespace

std::int64_t Chunk::hash() const {
  return static_cast<std::int64_t>(std::stoull(blob_id(text).substr(0, 16), nullptr, 16));
}

std::vector<Chunk> chunks_of(const Page& page, const Embedder& embedder) {
  Cutter cutter(page, embedder);
  if (page.readable) {
    const auto headings = outline(page.body).headings;
    std::vector<std::size_t> starts = {0};  // of the body's lines
    for (std::size_t at = 0; (at = page.body.find('\n', at)) != std::string_view::npos;) starts.push_back(++at);
    const auto offset = [&](std::size_t line) { return line <= starts.size() ? starts[line - 1] : page.body.size(); };
    std::vector<Outline::Heading> path;
    std::size_t first = 1;  // line of the body
    const auto section_up_to = [&](std::size_t line) {
      const std::size_t begin = offset(first), end = std::max(begin, offset(line));
      cutter.section(joined(path), page.body.substr(begin, end - begin), page.body_line + first - 1);
    };
    for (const auto& heading : headings) {
      section_up_to(heading.line);
      while (!path.empty() && path.back().level >= heading.level) path.pop_back();
      // The first heading is the title more often than not; it need not be said twice.
      if (heading.text != page.title || heading.level > 1) path.push_back(heading);
      first = heading.line + 1;
    }
    section_up_to(starts.size() + 1);
  }
  std::vector<Chunk> chunks = cutter.take();
  if (chunks.empty()) chunks.push_back({cut(page.title, kPrefixBytes), page.body_line});
  return chunks;
}

}  // namespace ai_memory
