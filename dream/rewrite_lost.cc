// Facts of the sources that the rewrite lacks, and those of the rewrite that no source has.
#include <algorithm>
#include <array>
#include <set>

#include "decay/content_words.hh"
#include "decay/token_scan.hh"
#include "dream/rewrite_checks.hh"
#include "dream/rewrite_force.hh"

namespace ai_memory {
namespace {

const RewriteSentence& sentence_at(const RewriteText& text, std::size_t number) {
  static const RewriteSentence kNone;
  return number < text.sentences.size() ? text.sentences[number] : kNone;
}

// "two" and the first word of a sentence only count where they stand; links are looked at as such.
bool is_asked_for(const RewriteFact& fact) {
  return fact.kind != "number word" && fact.kind != "name?" && fact.kind != "link";
}

// Code that is a single token or word may stand without its ticks.
bool states(const RewriteText& text, const RewriteFact& fact) {
  if (text.facts.states(fact)) return true;
  if (fact.kind == "name" && fact.key[0] == 'w') return text.words.contains(fact.key);
  return fact.kind == "code" && text.literals.contains(fact.text);
}

bool yields(const RewriteText& text, const RewriteFact& fact) { return text.facts.yields(fact) || states(text, fact); }

// Whether every word of a quotation is in the text.
bool has_words(const RewriteText& text, std::string_view quoted) {
  for (const TextWord& word : text_words(quoted))
    if (word_weight(word.of(quoted)) > 1 && !text.words.contains(content_key(word.of(quoted)))) return false;
  return true;
}

// "Olga decided": what only people do, behind a word that is not one for people.
bool acts_as_person(std::string_view sentence, std::string_view name) {
  constexpr auto kVerbs = std::to_array<std::string_view>(
      {"said",     "says",     "told",    "tells",   "asked",   "asks",     "decided",    "decides",     "wants",
       "wanted",   "wrote",    "writes",  "thinks",  "thought", "promised", "agreed",     "suggested",   "proposed",
       "bought",   "ordered",  "paid",    "booked",  "painted", "fixed",    "called",     "approved",    "confirmed",
       "believes", "knows",    "likes",   "prefers", "owns",    "leads",    "recommends", "recommended", "offered",
       "noticed",  "reported", "invited", "met",     "took",    "brought",  "sent"});
  constexpr auto kGroups = std::to_array<std::string_view>(
      {"everybody", "everyone",   "nobody",  "someone", "somebody", "management", "marketing",
       "sales",     "legal",      "support", "people",  "users",    "customers",  "team",
       "finance",   "accounting", "mum",     "dad",     "grandma",  "grandpa",    "engineering"});
  const auto words = text_words(sentence);
  if (words.size() < 2 || words[0].of(sentence) != name) return false;
  const auto lower = ascii_lower(name), verb = std::string(words[1].of(sentence));
  const bool group = std::find(kGroups.begin(), kGroups.end(), lower) != kGroups.end();
  return !group && words[1].begin == words[0].end + 1 && std::find(kVerbs.begin(), kVerbs.end(), verb) != kVerbs.end();
}

template <typename Pairs>
std::set<std::string> targets(const Pairs& pairs) {
  std::set<std::string> found;
  for (const auto& [target, place] : pairs) found.insert(target);
  return found;
}

bool is_external(std::string_view target) {
  return target.find("://") != std::string_view::npos || target.starts_with("mailto:") || target.starts_with("tel:");
}

// Whether the number stands in `body` as it is written, blanks aside: 一度 in 今週一度, "1kg" for "1 kg".
bool stands_in(const std::string& body, std::string_view number) {
  std::string wanted(number);
  std::erase(wanted, ' ');
  const auto goes_on = [](char c) {
    return is_ascii_alnum(c) || std::string_view(".,:-/_").find(c) != std::string_view::npos;
  };
  for (auto at = body.find(wanted); at != std::string::npos; at = body.find(wanted, at + 1)) {
    const auto end = at + wanted.size();
    const bool whole =
        end + 1 >= body.size() || !goes_on(body[end]) || (!is_ascii_alnum(body[end]) && !is_ascii_alnum(body[end + 1]));
    const bool kanji = static_cast<unsigned char>(wanted[0]) >= 0xe3;
    const bool digits = kanji && at >= 3 && kanji_number_size(body.substr(at - 3, 3)) > 0;
    if (whole && !digits && (at == 0 || kanji || !goes_on(body[at - 1]))) return true;
  }
  return false;
}

// "~1200", "≈ 1200": what stands behind the sign; empty without one.
std::string_view behind_about(std::string_view number) {
  for (const std::string_view sign : {"~", "≈", "≃", "約"})
    if (number.starts_with(sign)) {
      number.remove_prefix(sign.size());
      return number.substr(std::min(number.find_first_not_of(' '), number.size()));
    }
  return {};
}

bool is_about(std::string_view sentence) {
  const auto words = force_words(sentence);
  return std::any_of(words.begin(), words.end(),
                     [](const ForceWord& word) { return (word.means & force::kAbout) != 0; });
}

// Whether a sentence has the number, whole, and says that it is about so.
bool tells_about(const RewriteText& text, std::string_view number) {
  const auto part_of = [](char c) {
    return is_ascii_alnum(c) || std::string_view(".,:-/_").find(c) != std::string_view::npos;
  };
  const auto tells = [&](const RewriteSentence& told) {
    const std::string_view sentence = told.text;
    for (auto at = sentence.find(number); at != std::string::npos; at = sentence.find(number, at + 1)) {
      const auto rest = sentence.substr(at + number.size());
      const bool open = rest.empty() || !part_of(rest[0]) ||
                        (!is_ascii_alnum(rest[0]) && (rest.size() == 1 || !is_ascii_alnum(rest[1])));
      if (open && (at == 0 || !part_of(sentence[at - 1])) && is_about(sentence)) return true;
    }
    return false;
  };
  return !number.empty() && std::any_of(text.sentences.begin(), text.sentences.end(), tells);
}

// "A 200-line diff", "a diff of 200 lines": whether a sentence has the number before that word.
bool tells_counted(const RewriteText& text, std::string_view token) {
  const auto dash = token.find('-');
  if (dash == 0 || dash == std::string_view::npos || token.find_first_not_of("0123456789") != dash) return false;
  const auto word = token.substr(dash + 1);
  if (word.size() < 3 || !std::all_of(word.begin(), word.end(), is_ascii_lower)) return false;
  const auto wanted = std::string(token.substr(0, dash)) + " " + std::string(word);
  return std::any_of(text.sentences.begin(), text.sentences.end(), [&](const RewriteSentence& sentence) {
    const auto at = sentence.text.find(wanted);
    return at != std::string::npos && (at == 0 || !is_ascii_alnum(sentence.text[at - 1]));
  });
}

// "6 am", "6 in the morning".
bool tells_part_of_day(const RewriteText& text, std::string_view time) {
  const auto digits = time.substr(0, time.find_first_not_of("0123456789:."));
  const auto half = ascii_lower(time.substr(digits.size()));
  const bool morning = half == " am" || half == "am" || half == " a.m.";
  const bool evening = half == " pm" || half == "pm" || half == " p.m.";
  if (digits.empty() || (!morning && !evening)) return false;
  return std::any_of(text.sentences.begin(), text.sentences.end(), [&](const RewriteSentence& sentence) {
    for (const std::string_view part : {" in the morning", " in the afternoon", " in the evening", " at night"})
      if ((part == " in the morning") == morning &&
          sentence.text.find(std::string(digits) + std::string(part)) != std::string::npos)
        return true;
    return false;
  });
}

// "Monday", "February" where the text has "Mon", "Feb".
bool tells_short(const RewriteText& text, const RewriteFact& fact) {
  constexpr std::size_t kShort = 3;
  const auto letters = std::all_of(fact.text.begin(), fact.text.end(), is_ascii_letter);
  return fact.kind == "date" && letters && text.words.contains(content_key(fact.text.substr(0, kShort)));
}

class Lost {
 public:
  Lost(RewriteComparison& all, std::size_t at) : all_(all), at_(at), text_(all.texts[at]) {}

  void find() {
    for (const auto& clause : text_.clauses)
      for (const auto& one : clause.facts) look_for(one.fact, sentence_at(text_, clause.sentence));
    for (const auto& [fact, line] : text_.hidden) {
      RewriteSentence nowhere;
      nowhere.line = line;
      look_for(fact, nowhere);
    }
    for (const auto& [quoted, sentence] : text_.quoted)
      if (!has_words(all_.result, quoted) || is_cut(quoted))
        add("quoted", quoted, sentence_at(text_, sentence), has_words(all_.dropped, quoted));
    find_links();
    find_tags();
  }

 private:
  void look_for(const RewriteFact& fact, const RewriteSentence& sentence) {
    if (!is_asked_for(fact) || states(all_.result, fact) || !seen_.insert(fact.key).second) return;
    if (tells_short(all_.result, fact)) return;
    if (fact.key[0] == 'n' && fact.text.size() > 1 && ++looked_ < kMostLooked && stands_in(body(), fact.text)) return;
    if (++retold_ < kMostLooked && (tells_about(all_.result, behind_about(fact.text)) ||
                                    tells_counted(all_.result, fact.text) || tells_part_of_day(all_.result, fact.text)))
      return;
    all_.missing(at_, fact.kind, fact.text, sentence, states(all_.dropped, fact), is_doubt(fact, sentence));
  }

  // A word of a title is one of many for the page; "1 dog" is a dog; "reads/writes" are reads and writes; "a.ts" is in
  // "src/a.ts".
  bool is_doubt(const RewriteFact& fact, const RewriteSentence& sentence) {
    const bool counts = fact.key[0] == 'd' || fact.key[0] == 't' || (fact.key[0] == 'n' && fact.key[2] != '|');
    if ((sentence.line == 0 && !counts) || fact.key == "n1|" || all_.result.facts.may_state(fact)) return true;
    if (fact.key[0] != 'x') return false;
    if (++looked_ < kMostLooked && body().find("/" + fact.text) != std::string::npos) return true;
    const bool words =
        std::all_of(fact.text.begin(), fact.text.end(), [](char c) { return is_ascii_letter(c) || c == '/'; });
    return words && fact.text.find('/') != std::string::npos && has_words(all_.result, fact.text);
  }

  const std::string& body() {
    if (body_.empty()) body_ = all_.result_body, std::erase(body_, ' ');
    return body_;
  }

  void add(std::string kind, std::string text, const RewriteSentence& sentence, bool dropped) {
    all_.missing(at_, std::move(kind), std::move(text), sentence, dropped);
  }

  // The rewrite quotes a part of it as if it were all.
  bool is_cut(std::string_view quoted) const {
    constexpr std::size_t kMost = 60;  // it takes the square of the time
    if (all_.result.quoted.size() > kMost) return false;
    bool cut = false;
    for (const auto& [part, sentence] : all_.result.quoted) {
      const auto inner = inside(part), whole = inside(quoted);
      if (inner == whole || inner.find(whole) != std::string_view::npos) return false;
      cut = cut || (inner.size() * 4 >= whole.size() && whole.find(inner) != std::string_view::npos);
    }
    return cut;
  }
  // Without the quotation marks and the stop before the last.
  static std::string_view inside(std::string_view quoted) {
    if (!quoted.empty()) quoted.remove_prefix(code_point_at(quoted).size);
    for (const std::string_view end : {"\"", "'", "”", "’", "」", "』", ".", "。"})
      if (quoted.ends_with(end)) quoted.remove_suffix(end.size());
    return quoted;
  }

  void find_links() {
    const auto kept = targets(all_.result.links), dropped = targets(all_.dropped.links);
    for (const auto& [target, sentence] : text_.links)
      if (!kept.contains(target) && seen_.insert("l" + target).second)
        add("link", target, sentence_at(text_, sentence), dropped.contains(target));
  }

  void find_tags() {
    const auto kept = targets(all_.result.tags), dropped = targets(all_.dropped.tags);
    for (const auto& [tag, line] : text_.tags) {
      RewriteSentence nowhere;
      nowhere.line = line;
      if (!kept.contains(tag)) add("tag", "#" + tag, nowhere, dropped.contains(tag));
    }
  }

  RewriteComparison& all_;
  std::size_t at_;
  const RewriteText& text_;
  std::set<std::string> seen_;
  static constexpr std::size_t kMostLooked = 50;  // each goes through the rewrite
  std::size_t looked_ = 0, retold_ = 0;
  std::string body_;  // of the rewrite without blanks
};

class Invented {
 public:
  explicit Invented(RewriteComparison& all) : all_(all), result_(all.result) {
    for (const RewriteSource& source : all.sources)
      for (const std::string& name : names_of(source))
        for (const FoundToken& token : find_tokens(name))
          for (const auto& fact :
               facts_of(token.kind, std::string_view(name).substr(token.begin, token.end - token.begin)))
            pages_.add(fact);
  }

  void find() {
    for (const auto& clause : result_.clauses)
      for (const auto& one : clause.facts) look_at(one.fact, sentence_at(result_, clause.sentence));
    for (const auto& [fact, line] : result_.hidden) {
      RewriteSentence nowhere;
      nowhere.line = line;
      look_at(fact, nowhere);
    }
    for (const auto& quoted : result_.quoted)
      if (!any([&](const RewriteText& text) { return has_words(text, quoted.first); }))
        add("quoted", quoted.first, quoted.second);
    find_names();
    find_links();
    find_tags();
    find_html();
  }

 private:
  template <typename Holds>
  bool any(Holds holds) const {
    return std::any_of(all_.texts.begin(), all_.texts.end(), holds);
  }
  void add(std::string kind, std::string text, std::size_t sentence) {
    all_.about_result(RewriteFault::invented, std::move(kind), std::move(text), sentence_at(result_, sentence));
  }

  void look_at(const RewriteFact& fact, const RewriteSentence& sentence) {
    if (fact.kind == "name?" || fact.kind == "link" || pages_.states(fact)) return;
    if (any([&](const RewriteText& text) { return yields(text, fact); })) return;
    if (any([&](const RewriteText& text) { return tells_short(text, fact); })) return;
    const auto number = behind_about(fact.text);
    if (!number.empty() && ++looked_ < kMostLooked && any([&](const auto& text) { return tells_about(text, number); }))
      return;
    // "There are two" of what the pages list; 12 weeks of "12 wks".
    const bool is_doubt = fact.kind == "number word" || is_dated(fact) ||
                          any([&](const RewriteText& text) { return text.facts.may_state(fact); });
    all_.about_result(RewriteFault::invented, fact.kind, fact.text, sentence, is_doubt);
  }

  // "14 January 2025" of "14 Jan" and a title with the year; also of two pages.
  bool is_dated(const RewriteFact& fact) const {
    constexpr std::size_t kYear = 4;
    if (fact.key[0] != 'd' || fact.key.size() < kYear + 2 || fact.key[1] == '-') return false;
    const auto year = fact.key.substr(1, kYear), rest = "d--" + fact.key.substr(kYear + 2);
    const auto states = [&](const std::string& key) {
      return any([&](const RewriteText& text) { return text.facts.states_key(key); });
    };
    const bool short_month = any([&](const RewriteText& text) {
      return is_ascii_letter(fact.text[0]) && text.words.contains(content_key(fact.text.substr(0, 3)));
    });
    return (states("d" + year) || states("n" + year + "|")) && (states(rest) || (rest.size() == 5 && short_month));
  }

  // In a heading where every word has a capital, one says nothing.
  static bool is_title_case(const RewriteSentence& sentence) {
    if (sentence.heading == 0) return false;
    for (const TextWord& word : text_words(sentence.text))
      if (is_ascii_lower(sentence.text[word.begin]) && word_weight(word.of(sentence.text)) > 1) return false;
    return true;
  }

  // As a link names the page.
  static std::vector<std::string> names_of(const RewriteSource& source) {
    const auto path = source.path.in_project();
    return {path, path.substr(0, path.size() - 3), source.path.stem()};
  }

  void find_names() {
    for (const NameFound& name : result_.names) {
      const auto& sentence = sentence_at(result_, name.sentence);
      if (!name.certain && !acts_as_person(sentence.text, name.text)) continue;
      const bool known = name.key[0] == 'j'
                             ? any([&](const RewriteText& text) { return has_run(text, name.text); })
                             : any([&](const RewriteText& text) { return text.words.contains(name.key); });
      if (!known && !is_title_case(sentence)) add("name", name.text, name.sentence);
    }
  }
  // As a fact: the sources were read with the names of the rewrite too.
  static bool has_run(const RewriteText& text, const std::string& name) {
    return text.facts.states({"name", "j" + name, "name", name});
  }

  void find_links() {
    std::set<std::string> known;
    for (const auto& text : all_.texts) known.merge(targets(text.links));
    for (const RewriteSource& source : all_.sources) {
      for (const std::string& name : names_of(source)) known.insert(name);
    }
    for (const auto& [target, sentence] : result_.links) {
      if (known.contains(target)) continue;
      const RewriteFact as_url{"url", "u" + target, "u", target};
      if (is_external(target) && any([&](const RewriteText& text) { return text.facts.states(as_url); })) continue;
      const auto fault = is_external(target) ? RewriteFault::invented : RewriteFault::broken_link;
      all_.about_result(fault, fault == RewriteFault::invented ? "link" : "", target, sentence_at(result_, sentence));
    }
  }

  void find_tags() {
    std::set<std::string> known;
    for (const auto& text : all_.texts) known.merge(targets(text.tags));
    for (const auto& [tag, line] : result_.tags) {
      RewriteSentence nowhere;
      nowhere.line = line;
      if (!known.contains(tag)) all_.about_result(RewriteFault::invented, "tag", "#" + tag, nowhere);
    }
  }

  void find_html() {
    std::set<std::string> known;
    for (const auto& text : all_.texts) known.merge(targets(text.html));
    for (const auto& [line, sentence] : result_.html)
      if (!known.contains(line)) all_.about_result(RewriteFault::control, {}, "HTML", sentence_at(result_, sentence));
  }

  RewriteComparison& all_;
  const RewriteText& result_;
  FactSet pages_;                                 // what the sources' own names tell
  static constexpr std::size_t kMostLooked = 50;  // each goes through the sources
  std::size_t looked_ = 0;
};

}  // namespace

void find_lost_facts(RewriteComparison& all) {
  for (std::size_t at = 0; at < all.texts.size(); ++at) Lost(all, at).find();
}

void find_invented_facts(RewriteComparison& all) { Invented(all).find(); }

}  // namespace ai_memory
