#include "decay/lint_page.hh"

#include <algorithm>
#include <array>

#include "wiki/conflict.hh"
#include "wiki/markdown.hh"
#include "wiki/observations.hh"
#include "wiki/secrets.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMostSecrets = 20;  // of one page, each a finding
constexpr double kLeastSalience = 0.25;   // where `feedback stale` and `feedback wrong` put it
// More than a day, so that no time zone and no clock slightly off is meant.
constexpr auto kAhead = std::chrono::hours(24);

constexpr std::array<std::string_view, 6> kDateKeys = {"created",     "updated",    "valid_from",
                                                       "valid_until", "expires_at", "ended"};

class PageRules {
 public:
  PageRules(const Page& page, std::string_view text, Timestamp now) : page_(page), text_(text), now_(now) {}

  std::vector<LintFinding> run(const EntropyFilter& filter) && {
    problems();
    secrets();
    markers();
    if (!page_.readable) return std::move(found_);
    future_dates();
    feedback();
    pinned_expiring();
    questions();
    information_of(filter);
    return std::move(found_);
  }

 private:
  void add(LintKind kind, std::size_t line, std::string message, std::string hint, std::string what) {
    found_.push_back({.kind = kind,
                      .path = page_.path,
                      .line = line,
                      .message = std::move(message),
                      .hint = std::move(hint),
                      .others = {},
                      .what = std::move(what),
                      .fix = {},
                      .id = {}});
  }

  LintKind kind_of(const Page::Problem& problem) const {
    if (!page_.readable) return text_.size() > kMaxPageBytes ? LintKind::oversize : LintKind::not_text;
    const std::string_view key = std::string_view(problem.message).substr(0, problem.message.find(':'));
    if (key == "tier") return LintKind::unknown_tier;
    const bool date = std::find(kDateKeys.begin(), kDateKeys.end(), key) != kDateKeys.end();
    return date ? LintKind::bad_date : LintKind::bad_front_matter;
  }

  void problems() {
    for (const auto& problem : page_.problems) {
      const LintKind kind = kind_of(problem);
      add(kind, problem.line, problem.message,
          kind == LintKind::not_text   ? "save it as UTF-8 with an editor"
          : kind == LintKind::oversize ? "put the text into several pages"
                                       : "mend it in an editor",
          problem.message);
    }
  }

  std::size_t line_at_byte(std::size_t byte) {
    const auto begin = text_.begin() + static_cast<std::ptrdiff_t>(counted_);
    const auto end = text_.begin() + static_cast<std::ptrdiff_t>(byte);
    lines_ += static_cast<std::size_t>(std::count(begin, end, '\n'));
    counted_ = byte;
    return lines_;
  }

  void secrets() {
    const auto secrets = find_secrets(text_);
    for (std::size_t i = 0; i < secrets.size() && i < kMostSecrets; ++i) {
      const std::size_t more = secrets.size() - kMostSecrets;
      const bool last = i + 1 == kMostSecrets && secrets.size() > kMostSecrets;
      add(LintKind::secret, line_at_byte(secrets[i].begin),
          "looks like a secret (" + secrets[i].kind + ")" + (last ? "; " + std::to_string(more) + " more follow" : ""),
          "take it out and change the secret itself: history keeps the text (`ai-memory purge`)", secrets[i].kind);
    }
  }

  void markers() {
    if (const auto line = conflict_marker_line(text_))
      add(LintKind::conflict_markers, *line, "holds the two versions of a conflict",
          "bring the two versions together in an editor, and take git's marks out", {});
  }

  void future_dates() {
    for (const auto& [key, time] : {std::pair{"created", page_.created}, std::pair{"updated", page_.updated}})
      if (time && *time > now_ + kAhead)
        add(LintKind::future_date, page_.front_matter.line(key),
            "its date lies ahead of the clock: " + (key + (" is " + format_time(*time))),
            "until the clock has passed it the page counts as written just now: set it right", key);
  }

  // Feedback is kept as the page's salience alone; what was said is in the history.
  void feedback() {
    if (page_.salience > kLeastSalience || !page_.superseded_by.empty()) return;
    add(LintKind::feedback_flagged, page_.front_matter.line("salience"),
        "salience is as low as feedback can put it: stale, wrong, or often of no help",
        "mend the page, then `ai-memory feedback PAGE helpful`; `ai-memory log PAGE` has the reason", {});
  }

  void pinned_expiring() {
    if (!page_.pinned || !page_.expires_at) return;
    add(LintKind::pinned_expiring, page_.front_matter.line("expires_at"),
        std::string(*page_.expires_at <= now_ ? "pinned, yet the next sweep removes it" : "pinned, yet it goes") +
            ": expires_at is " + format_time(*page_.expires_at),
        "a date to go beats a pin; take one of the two out", {});
  }

  struct Question {
    std::string text;
    std::size_t line = 0;
  };

  // An answer is to the last question above it that has none.
  void questions() {
    if (page_.body.find("[?]") == std::string_view::npos && page_.body.find("uestion]") == std::string_view::npos &&
        page_.body.find("UESTION]") == std::string_view::npos)
      return;  // most pages ask nothing, and need no look at their tree
    std::vector<Question> open;
    for (const auto& item : outline(page_.body).bracketed) {
      const auto observation = parse_observation(item.text);
      const std::string category = observation ? twin_key(observation->category) : "";
      if (item.text.starts_with("[?]"))
        open.push_back({item.text.substr(3), item.line});
      else if (category == "question" || category == "open question")
        open.push_back({observation->text, item.line});
      else if (category == "answer" && !open.empty())
        open.pop_back();
    }
    for (const auto& question : open) report(question);
  }

  void report(const Question& question) {
    const auto start = std::min(question.text.find_first_not_of(' '), question.text.size());
    const std::string text = redact(question.text.substr(start));
    add(LintKind::unresolved_question, question.line + page_.body_line - 1, "has no answer: " + text,
        "put a list item \"[answer] …\" below it", text);
  }

  void information_of(const EntropyFilter& filter) {
    if (page_.tier != Tier::episodic || page_.compacted || !page_.superseded_by.empty()) return;
    if (const auto why = low_information(information(page_.body), filter))
      add(LintKind::low_information, 0, "says too little to learn from: " + *why, {}, {});
  }

  const Page& page_;
  std::string_view text_;
  Timestamp now_;
  std::vector<LintFinding> found_;
  std::size_t counted_ = 0, lines_ = 1;
};

}  // namespace

std::vector<LintFinding> lint_page(const Page& page, std::string_view text, Timestamp now,
                                   const EntropyFilter& filter) {
  return PageRules(page, text, now).run(filter);
}

}  // namespace ai_memory
