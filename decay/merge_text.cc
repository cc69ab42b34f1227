#include "decay/merge_text.hh"

#include <algorithm>
#include <span>
#include <vector>

#include "decay/difference_units.hh"
#include "decay/markdown_out.hh"
#include "decay/restore_command.hh"
#include "decay/twins.hh"
#include "wiki/lines.hh"
#include "wiki/link_aim.hh"
#include "wiki/markdown.hh"

namespace ai_memory {
namespace {

constexpr std::string_view kHeading = "Merged from";

struct BodyLine {
  std::string_view text;
  std::string form;   // see forms_of(); empty for those that say nothing
  int heading = 0;    // level, 1..6
  std::size_t block;  // lines of one fence, table or paragraph share a number; others have their own
  std::size_t indent = 0;
  bool item = false, code = false, plain = false;  // plain: of a paragraph
};
using Lines = std::span<const BodyLine>;

std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(" \t"), line.size()); }

// The fence that a line opens or closes: its characters, "```" or more.
std::string_view fence_of(std::string_view line) {
  const auto start = indent_of(line);
  if (start == line.size() || (line[start] != '`' && line[start] != '~')) return {};
  const auto end = std::min(line.find_first_not_of(line[start], start), line.size());
  if (end - start < 3 || (line[start] == '`' && line.find('`', end) != line.npos)) return {};
  return line.substr(start, end - start);
}

bool closes(std::string_view line, std::string_view fence) {
  const auto own = fence_of(line);
  return own.size() >= fence.size() && own[0] == fence[0] && trim(line) == own;
}

int heading_level(std::string_view line) {
  if (indent_of(line) > 3) return 0;
  line = trim(line);
  const auto hashes = std::min(line.find_first_not_of('#'), line.size());
  return hashes >= 1 && hashes <= 6 && (hashes == line.size() || line[hashes] == ' ') ? static_cast<int>(hashes) : 0;
}

bool is_item(std::string_view line) {
  line = trim(line);
  if (line.size() < 2) return false;
  const auto digits = std::min(line.find_first_not_of("0123456789"), line.size());
  if (digits > 0)
    return digits + 1 < line.size() && (line[digits] == '.' || line[digits] == ')') && line[digits + 1] == ' ';
  return (line[0] == '-' || line[0] == '*' || line[0] == '+') && line[1] == ' ';
}

// Of a paragraph, as far as one line tells.
bool is_plain(const BodyLine& line) {
  constexpr std::size_t kCodeIndent = 4;
  const auto text = trim(line.text);
  return !line.form.empty() && line.heading == 0 && !line.item && line.indent < kCodeIndent &&
         std::string_view("|><=-#[").find(text[0]) == std::string_view::npos;
}

BodyLine read_line(std::string_view text, std::size_t number, std::string_view& fence) {
  BodyLine line{text, {}, 0, number};
  const auto opened = fence_of(text);
  line.code = !fence.empty() || !opened.empty();
  if (!fence.empty()) {
    const bool last = closes(text, fence);
    if (!last && !trim(text).empty()) line.form = text;
    if (last) fence = {};
  } else if (!opened.empty()) {
    fence = opened;
    line.form = trim(text);
  } else {
    line.form = normalised_text(text);
    line.heading = heading_level(text);
    line.indent = indent_of(text);
    line.item = is_item(text);
    line.plain = is_plain(line);
  }
  return line;
}

std::vector<BodyLine> read_lines(std::string_view body) {
  std::vector<BodyLine> lines;
  std::string_view fence;
  const auto is_row = [](const BodyLine& line) { return !line.code && trim(line.text).starts_with('|'); };
  for (std::size_t begin = 0; begin < body.size();) {
    const Line at = line_at(body, begin);
    begin = at.next;
    const bool in_code = !fence.empty();
    BodyLine line = read_line(at.of(body), lines.size(), fence);
    const bool goes_on =
        !lines.empty() && (in_code || (is_row(line) && is_row(lines.back())) || (line.plain && lines.back().plain));
    if (goes_on) line.block = lines.back().block;
    lines.push_back(std::move(line));
  }
  return lines;
}

// The lines from `begin` on that are of one block.
Lines block_at(Lines lines, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < lines.size() && lines[end].block == lines[begin].block) ++end;
  return lines.subspan(begin, end - begin);
}

struct SentenceForm {
  std::string text, form;
};
std::vector<SentenceForm> sentences_of_paragraph(Lines lines) {
  std::string text;
  for (const BodyLine& line : lines) text += (text.empty() ? "" : " ") + std::string(trim(line.text));
  std::vector<SentenceForm> sentences;
  for (const TextPart& part : sentence_parts(text)) {
    const auto sentence = trim(std::string_view(text).substr(part.begin, part.end - part.begin));
    if (std::string form = normalised_text(sentence); !form.empty())
      sentences.push_back({std::string(sentence), std::move(form)});
  }
  return sentences;
}

// A block of code as a whole, but for its fences.
std::string code_form(Lines lines) {
  std::string form = "```";
  for (const BodyLine& line : lines)
    if (&line != &lines.front() && !line.form.empty()) form.append("\n").append(line.form);
  return form;
}

void add_forms(Lines block, std::set<std::string>& forms) {
  for (const BodyLine& line : block)
    if (!line.form.empty()) forms.insert(line.form);
  if (block.front().code) forms.insert(code_form(block));
  if (block.front().plain)
    for (SentenceForm& sentence : sentences_of_paragraph(block)) forms.insert(std::move(sentence.form));
}

// "## Costs ##" as "**Costs**": a heading of another page must not open a section of this one.
std::string bold(std::string_view heading) {
  const std::string name = normalised_text(heading);
  return name.empty() ? name : "**" + name + "**";
}

// Writes lines with the headings and items above them, each once.
class MissingLines {
 public:
  explicit MissingLines(const std::vector<BodyLine>& lines) : lines_(lines) {}

  std::string write(std::set<std::string>& known) {
    for (std::size_t begin = 0; begin < lines_.size();) {
      const Lines block = block_at(lines_, begin);
      const bool is_missing = has_missing(block, known);
      leave(block.front());
      if (is_missing) {
        write_above(known);
        write_block(begin, block, known);
        add_forms(block, known);
      }
      enter(begin, is_missing);
      begin += block.size();
    }
    return std::move(out_);
  }

 private:
  struct Above {
    std::size_t line;
    bool written;
  };

  static bool is_above(const BodyLine& line) { return line.heading > 0 || line.item; }

  void leave(const BodyLine& line) {
    if (line.form.empty()) return;
    const auto ended = [&](const BodyLine& above) {
      if (line.heading > 0) return above.heading == 0 || above.heading >= line.heading;
      return above.heading == 0 && above.indent >= line.indent;
    };
    while (!above_.empty() && ended(lines_[above_.back().line])) above_.pop_back();
  }
  void enter(std::size_t at, bool written) {
    if (is_above(lines_[at]) && !lines_[at].form.empty()) above_.push_back({at, written});
  }

  // But for the title, if the other page has it too: the link says it.
  void write_above(const std::set<std::string>& known) {
    for (Above& above : above_) {
      const BodyLine& line = lines_[above.line];
      if (!above.written && (line.heading != 1 || known.count(line.form) == 0)) write_line(above.line);
      above.written = true;
    }
  }

  static bool has_missing(Lines block, const std::set<std::string>& known) {
    if (block.front().code) return !known.contains(code_form(block));
    const bool missing = std::any_of(block.begin(), block.end(), [&](const BodyLine& line) {
      return !line.form.empty() && !known.contains(line.form);
    });
    if (!missing || !block.front().plain) return missing;
    const auto sentences = sentences_of_paragraph(block);
    return std::any_of(sentences.begin(), sentences.end(),
                       [&](const SentenceForm& sentence) { return !known.contains(sentence.form); });
  }

  void write_block(std::size_t begin, Lines block, const std::set<std::string>& known) {
    if (block.front().plain) return write_paragraph(begin, block, known);
    const auto fence = fence_of(block.front().text);
    const bool apart = block.size() > 1 || !fence.empty();
    if (apart) set_apart();
    for (std::size_t i = begin; i < begin + block.size(); ++i) write_line(i);
    if (!fence.empty() && (block.size() == 1 || !closes(block.back().text, fence))) out_ += std::string(fence) + "\n";
    if (apart) set_apart();
  }

  // What is known of it is not said again: its sentences in another order are all known, whatever the lines.
  void write_paragraph(std::size_t begin, Lines block, const std::set<std::string>& known) {
    const auto sentences = sentences_of_paragraph(block);
    std::string missing;
    std::size_t count = 0;
    for (const SentenceForm& sentence : sentences) {
      if (known.contains(sentence.form)) continue;
      const bool wide = !missing.empty() && static_cast<unsigned char>(missing.back()) >= 0x80;
      missing += (missing.empty() || wide ? "" : " ") + sentence.text;
      ++count;
    }
    if (count < sentences.size() && !opens_block(missing)) {
      write_text(begin, missing);
      next_ = begin + block.size();
      return;
    }
    for (std::size_t i = begin; i < begin + block.size(); ++i)
      if (!known.contains(lines_[i].form)) write_line(i);
  }

  // Words that at the start of a line would be read as a mark: "1. ", "- ", "# ".
  static bool opens_block(std::string_view text) {
    std::string_view no_fence;
    return !read_line(text, 0, no_fence).plain;
  }

  void set_apart() {
    if (!out_.empty() && !out_.ends_with("\n\n")) out_ += '\n';
  }

  // Paragraphs stay apart: an empty line behind the last one written stays.
  void write_text(std::size_t at, std::string_view text) {
    const auto is_empty = [](const BodyLine& each) { return trim(each.text).empty(); };
    if (at > next_ && std::any_of(lines_.begin() + static_cast<std::ptrdiff_t>(next_),
                                  lines_.begin() + static_cast<std::ptrdiff_t>(at), is_empty))
      set_apart();
    next_ = at + 1;
    out_.append(text).append("\n");
  }

  void write_line(std::size_t at) {
    const BodyLine& line = lines_[at];
    if (line.heading == 0) return write_text(at, line.text);
    set_apart();
    next_ = at + 1;
    out_ += bold(line.text) + "\n\n";
  }

  const std::vector<BodyLine>& lines_;
  std::vector<Above> above_;
  std::size_t next_ = 0;  // behind the last line written
  std::string out_;
};

std::string_view line_end_of(std::string_view text) {
  const Line first = line_at(text, 0);
  return first.next > first.end ? text.substr(first.end, first.next - first.end) : "\n";
}

std::string with_line_ends(std::string_view text, std::string_view line_end) {
  std::string out;
  for (const char c : text) out += c == '\n' ? std::string(line_end) : std::string(1, c);
  return out;
}

// Whether the page's last section is one that an earlier merge made.
bool ends_with_section(std::string_view body) {
  const auto headings = outline(body).headings;
  return !headings.empty() && headings.back().level == 2 && headings.back().text == kHeading;
}

}  // namespace

std::set<std::string> forms_of(std::string_view body) {
  std::set<std::string> forms;
  const auto lines = read_lines(body);
  for (std::size_t begin = 0; begin < lines.size();) {
    const Lines block = block_at(lines, begin);
    add_forms(block, forms);
    begin += block.size();
  }
  return forms;
}

std::string missing_lines(std::string_view body, std::set<std::string>& known) {
  const auto lines = read_lines(body);
  return MissingLines(lines).write(known);
}

std::string wikilink_to(const PagePath& path, std::string_view title) {
  const std::string inside = path.in_project();
  // A bare name could find another page: from the top of the wiki then.
  const std::string target = inside.find('/') == inside.npos || inside == path.str() ? "/" + path.str() : inside;
  const std::string stem = target.substr(0, target.size() - std::string_view(".md").size());
  const auto leads_there = [&](const std::string& link) {
    const auto links = outline(link).links;
    return links.size() == 1 && links[0].wiki && links[0].target == stem && link_path(links[0], path) == path.str();
  };
  const std::string labelled = "[[" + stem + "|" + std::string(title) + "]]", bare = "[[" + stem + "]]";
  if (!title.empty() && title.find_first_of("[]|#`<>") == title.npos && leads_there(labelled)) return labelled;
  return leads_there(bare) && link_of_value(bare).target == stem ? bare : std::string();
}

std::string stub_text(const Page& page, std::string_view text, const Page& survivor, std::string_view commit) {
  const std::string edited = edit_front_matter(text, {{"superseded_by", wikilink_to(survivor.path)}});
  const auto front_matter = FrontMatter::parse(edited);
  std::string body;
  if (!page.front_matter.text("title") && page.title != page.path.stem()) body = "# " + page.title + "\n\n";
  body += "Merged into " + wikilink_to(survivor.path, survivor.title) + ".\n\n";
  const std::string command = restore_command(std::string(commit), page.path);
  body += "The full text is in commit " + std::string(commit) + "; " + code_span(command) + " brings it back.\n";
  return edited.substr(0, front_matter.body_offset()) + with_line_ends(body, line_end_of(text));
}

bool is_stub(const Page& page) {
  if (page.superseded_by.empty() || !page.readable) return false;
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at < page.body.size(); at = line_at(page.body, at).next) {
    const std::string_view line = line_at(page.body, at).of(page.body);
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    lines.push_back(line);
    if (lines.size() > 3) return false;
  }
  if (lines.size() == 3 && lines.front().starts_with("# ")) lines.erase(lines.begin());
  return lines.size() == 2 && lines[0].starts_with("Merged into [") &&
         lines[1].starts_with("The full text is in commit ") && lines[1].ends_with(" brings it back.");
}

std::optional<std::string> with_section(const Page& page, std::string_view text, std::string_view section) {
  const std::string_view line_end = line_end_of(text);
  const bool goes_on = ends_with_section(page.body);
  std::string added;
  if (!text.empty() && !text.ends_with('\n') && !text.ends_with('\r')) added += '\n';
  added += '\n';
  if (!goes_on) added += "## " + std::string(kHeading) + "\n\n";
  added += section;
  std::string whole = std::string(text) + with_line_ends(added, line_end);
  const Page merged = parse_page(page.path, whole);
  const auto before = outline(page.body), after = outline(merged.body);
  const std::size_t headings = before.headings.size() + (goes_on ? 0 : 1);
  if (after.headings.size() != headings || after.headings.back().text != kHeading) return std::nullopt;
  if (after.links.size() <= before.links.size() || merged.title != page.title) return std::nullopt;
  return whole;
}

std::vector<Link> merged_from(std::string_view body, const Outline& shape) {
  if (shape.headings.empty() || shape.headings.back().text != kHeading) return {};
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at < body.size(); at = line_at(body, at).next) lines.push_back(line_at(body, at).of(body));
  std::vector<Link> links;
  for (const Link& link : shape.links) {
    if (link.line <= shape.headings.back().line || link.line > lines.size()) continue;
    const auto line = lines[link.line - 1];
    const bool first = links.empty() || links.back().line != link.line;
    if (first && line.starts_with("From [[") && line.find("]], changed ") != line.npos) links.push_back(link);
  }
  return links;
}

}  // namespace ai_memory
