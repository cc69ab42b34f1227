#include "bench/life_text.hh"

#include <array>
#include <string_view>

namespace ai_memory {
namespace {

constexpr std::array<std::string_view, 24> kTopics = {
    "billing export", "login page",     "search index",   "nightly backup", "invoice mail",    "mobile app",
    "price list",     "customer forum", "release script", "test server",    "address form",    "payment webhook",
    "photo upload",   "stock report",   "team calendar",  "cache layer",    "error dashboard", "sign-up flow",
    "data import",    "print layout",   "translation",    "office move",    "garden project",  "reading group"};
constexpr std::array<std::string_view, 16> kThings = {
    "timeout", "retry limit", "batch size", "memory",   "queue",  "budget", "deadline", "page length",
    "lease",   "threshold",   "sample",     "interval", "margin", "quota",  "delay",    "window"};
constexpr std::array<std::string_view, 12> kNames = {"Ann", "Ben",  "Chie", "David", "Emi",   "Farid",
                                                     "Gus", "Hana", "Ines", "Jonas", "Kenji", "Lena"};
constexpr std::array<std::string_view, 8> kUnits = {"seconds", "minutes", "MB", "rows", "euros", "days", "%", "items"};
// {T} topic, {x} thing, {N} name, {n} number, {u} unit, {d} date.
constexpr std::array<std::string_view, 16> kSentences = {
    "We set the {x} of the {T} to {n} {u}.",
    "{N} asked why the {T} needs a {x} at all.",
    "The {T} failed on {d} after {n} {u}.",
    "{N} did not agree that the {x} should go up.",
    "Before {d} the {x} was {n} {u}, which nobody had noticed.",
    "It looked fine in the morning, and {N} went on with the {T}.",
    "The change is in src/{n}/{x}.cc, see https://example.org/{n}.",
    "{N} and {N} will look at the {x} again.",
    "We never found out why the {x} doubled.",
    "Customers wrote that the {T} is slow since {d}.",
    "The meeting about the {T} took longer than the {x} itself.",
    "{N} measured {n} {u} with the old {x} and {n} with the new one.",
    "Nothing else was changed in the {T}.",
    "{N} likes the new {x} better.",
    "We talked about lunch, the weather and the {T}.",
    "If the {x} is over {n} {u}, the {T} stops by itself."};

unsigned draw(std::mt19937& random, unsigned most) { return static_cast<unsigned>(random() % most); }

template <std::size_t N>
std::string_view one_of(const std::array<std::string_view, N>& words, std::mt19937& random) {
  return words[draw(random, N)];
}

// Low numbers come up more often.
std::string_view topic(std::mt19937& random) { return kTopics[std::min(draw(random, 24), draw(random, 24))]; }

std::string date(std::mt19937& random) {
  const unsigned month = 1 + draw(random, 12), day = 1 + draw(random, 28);
  return "2024-" + std::string(month < 10 ? "0" : "") + std::to_string(month) + (day < 10 ? "-0" : "-") +
         std::to_string(day);
}

std::string filled(std::string_view sentence, std::string_view topic, std::mt19937& random) {
  std::string out;
  for (std::size_t i = 0; i < sentence.size(); ++i) {
    if (sentence[i] != '{') {
      out += sentence[i];
      continue;
    }
    const char what = sentence[i + 1];
    i += 2;
    if (what == 'T') out += topic;
    if (what == 'x') out += one_of(kThings, random);
    if (what == 'N') out += one_of(kNames, random);
    if (what == 'n') out += std::to_string(1 + draw(random, 900));
    if (what == 'u') out += one_of(kUnits, random);
    if (what == 'd') out += date(random);
  }
  return out;
}

}  // namespace

Note make_note(std::mt19937& random) {
  const std::string_view about = topic(random);
  Note note{std::string(about) + ", " + std::string(one_of(kThings, random)), {}};
  note.body = "# " + note.title + "\n\n";
  const unsigned most = draw(random, 6) == 0 ? 60 : 20, count = 2 + draw(random, most);
  for (unsigned i = 1; i <= count; ++i)
    note.body += filled(one_of(kSentences, random), about, random) + (i % 5 == 0 || i == count ? "\n\n" : " ");
  note.body += filled("- [decision] the {x} of the {T} stays at {n} {u} until {d}\n", about, random);
  return note;
}

Note say_again(const Note& note) { return {note.title, note.body + "\nThat is how it was told once more.\n"}; }

Note contradict(const Note& note, std::mt19937& random) {
  Note other = note;
  const auto number = other.body.find(" to ");
  if (number == std::string::npos) return other;
  const auto end = other.body.find(' ', number + 4);
  other.body.replace(number + 4, end - number - 4, std::to_string(901 + draw(random, 90)));
  return other;
}

}  // namespace ai_memory
