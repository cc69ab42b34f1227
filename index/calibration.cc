#include "index/calibration.hh"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "index/unicode.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kLeastPairs = 10;    // fewer say nothing
constexpr double kMostUnlike = 0.99;       // of a hundred random pairs one may pass for related
constexpr std::size_t kUnspacedWord = 12;  // characters of a script without spaces that count as a word or so

double rounded(double cosine) { return std::clamp(std::round(cosine * 1000) / 1000, 0.0, 1.0); }

double share_at_least(const Cosines& sorted, double from) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), from);
  return static_cast<double>(sorted.end() - at) / static_cast<double>(sorted.size());
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

}  // namespace

double quantile(Cosines values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const auto at = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5);
  return values[at];
}

double best_cut(Cosines unlike, Cosines like) {
  std::sort(unlike.begin(), unlike.end());
  std::sort(like.begin(), like.end());
  Cosines edges = unlike;
  edges.insert(edges.end(), like.begin(), like.end());
  std::sort(edges.begin(), edges.end());
  double best = -1, from = 0, to = 0;
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    const double cut = (edges[i] + edges[i + 1]) / 2;
    const double right = share_at_least(like, cut) - share_at_least(unlike, cut);
    if (right > best + 1e-12) {
      best = right;
      from = edges[i];
    }
    if (right > best - 1e-12) to = edges[i + 1];
  }
  return (from + to) / 2;
}

ThresholdSettings thresholds_from(const CalibrationSamples& samples) {
  ThresholdSettings values;
  const auto enough = [](const Cosines& cosines) { return cosines.size() >= kLeastPairs; };
  if (!enough(samples.unlike_chunks) || !enough(samples.unlike_pages)) return values;
  const double rare = quantile(samples.unlike_chunks, kMostUnlike);
  values.same_topic = rounded(rare);
  if (enough(samples.next_chunks))
    values.same_topic =
        rounded(std::max(best_cut(samples.unlike_chunks, samples.next_chunks), quantile(samples.unlike_chunks, 0.9)));
  if (enough(samples.changed_copies)) {
    Cosines others = samples.unlike_chunks;
    others.insert(others.end(), samples.next_chunks.begin(), samples.next_chunks.end());
    values.near_duplicate = rounded(std::max(best_cut(others, samples.changed_copies), *values.same_topic));
  }
  double related = quantile(samples.unlike_pages, kMostUnlike);
  if (enough(samples.like_pages)) related = std::max(related, best_cut(samples.unlike_pages, samples.like_pages));
  values.related = rounded(related);
  return values;
}

std::string disorder(const Thresholds& values) {
  for (const auto& [name, value] : {std::pair("same_topic", values.same_topic), std::pair("related", values.related)}) {
    if (value > 1 || value <= values.near_duplicate) continue;
    char text[96];
    std::snprintf(text, sizeof text, "%s %.3f would be above near_duplicate %.3f", name, value, values.near_duplicate);
    return text;
  }
  return {};
}

std::vector<Measured> summary(const CalibrationSamples& samples) {
  std::vector<Measured> all;
  for (const auto& [what, cosines] :
       {std::pair<std::string_view, const Cosines&>{"random parts", samples.unlike_chunks},
        {"neighbouring parts", samples.next_chunks},
        {"lightly changed copies", samples.changed_copies},
        {"random pages", samples.unlike_pages},
        {"halves of a page, linked pages", samples.like_pages}})
    all.push_back({what, cosines.size(), quantile(cosines, 0.05), quantile(cosines, 0.5), quantile(cosines, 0.95)});
  return all;
}

std::string lightly_changed(std::string_view text) {
  std::string copy;
  std::size_t words = 0, unspaced = 0;
  bool in_word = false, left_out = false;
  for (std::size_t at = 0; at < text.size();) {
    char32_t code = 0;
    const std::size_t bytes = decode_utf8(text.substr(at), code);
    const char c = text[at];
    if (bytes == 1 && is_space(c)) {
      in_word = left_out = false;
    } else if (!in_word && bytes == 1) {
      in_word = true;
      left_out = ++words % 12 == 6;
    }
    // Han, kana and Hangul have no words to leave out; a character now and then is as much.
    const bool without = bytes >= 3 && ++unspaced % kUnspacedWord == 6;
    const bool last_digit = is_digit(c) && (at + 1 == text.size() || !is_digit(text[at + 1]));
    if (last_digit)
      copy += static_cast<char>('0' + (c - '0' + 1) % 10);
    else if (!left_out && !without)
      copy.append(text.substr(at, bytes));
    at += bytes;
  }
  return copy;
}

}  // namespace ai_memory
