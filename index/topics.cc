#include "index/topics.hh"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "index/search_index_impl.hh"
#include "index/topic_terms.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

constexpr double kTitleCounts = 3, kHeadingCounts = 2, kBodyCounts = 1;
constexpr std::size_t kBodyBytes = 100'000;  // of each page; more would not name it better

constexpr std::string_view kText =
    "SELECT title, headings, substr(body, 1, ?2) FROM pages_fts WHERE rowid = (SELECT id FROM pages WHERE path = ?1)";

// How a word is spoken of in one topic.
struct Use {
  double count = 0;
  std::set<std::size_t> pages;
  std::map<std::string, double> forms;
};
using Uses = std::map<std::string, Use>;  // by the word's key

void count_terms(std::string_view text, double counts, std::size_t page, Uses& uses) {
  for_each_term(text, [&](const std::string& key, const std::string& term) {
    Use& use = uses[key];
    use.count += counts;
    use.pages.insert(page);
    use.forms[term] += counts;
  });
}

std::string usual_form(const Use& use) {
  const auto more = [](const auto& a, const auto& b) { return a.second < b.second; };
  return std::max_element(use.forms.begin(), use.forms.end(), more)->first;
}

// Names that say the same twice: "plan" beside "plans", "検索" beside "全文検索".
bool says_again(const std::vector<std::string>& terms, const std::string& term) {
  return std::any_of(terms.begin(), terms.end(), [&term](const std::string& one) {
    return one.find(term) != std::string::npos || term.find(one) != std::string::npos;
  });
}

std::vector<std::string> telling_terms(const Uses& uses, const std::map<std::string, double>& in_all, double mean,
                                       std::size_t pages) {
  std::vector<std::pair<double, const std::string*>> weighed;
  for (const auto& [key, use] : uses) {
    if (pages >= 3 && use.pages.size() < 2) continue;
    weighed.emplace_back(use.count * std::log1p(mean / in_all.at(key)), &key);
  }
  std::sort(weighed.begin(), weighed.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : *a.second < *b.second;
  });
  std::vector<std::string> terms;
  for (const auto& [weight, key] : weighed) {
    if (terms.size() == kTopicTerms) break;
    const std::string term = usual_form(uses.at(*key));
    if (!says_again(terms, term)) terms.push_back(term);
  }
  return terms;
}

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

void add_member(Topic& topic, const TopicPage& page, const Vector& centre) {
  if (topic.members.empty()) topic.oldest = topic.newest = page.changed;
  topic.oldest = std::min(topic.oldest, page.changed);
  topic.newest = std::max(topic.newest, page.changed);
  topic.members.push_back({page.path, page.title, page.changed, dot(page.vector, centre)});
}

}  // namespace

std::string Topic::label() const {
  std::string joined;
  for (const std::string& term : terms) joined += (joined.empty() ? "" : ", ") + term;
  return joined.empty() && !members.empty() ? members.front().title : joined;
}

std::size_t topic_count(std::size_t pages) {
  const auto root = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(pages) / 2)));
  return std::min(std::clamp<std::size_t>(root, 3, 20), pages);
}

std::vector<Topic> name_topics(const std::vector<TopicPage>& pages, const Clusters& clusters) {
  std::vector<Topic> topics(clusters.centres.size());
  std::vector<Uses> uses(topics.size());
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const std::size_t group = clusters.of[i];
    add_member(topics[group], pages[i], clusters.centres[group]);
    count_terms(pages[i].title, kTitleCounts, i, uses[group]);
    count_terms(pages[i].headings, kHeadingCounts, i, uses[group]);
    count_terms(pages[i].body, kBodyCounts, i, uses[group]);
  }
  std::map<std::string, double> in_all;
  double words = 0, groups = 0;
  for (const Uses& of_one : uses) {
    groups += of_one.empty() ? 0 : 1;
    for (const auto& [key, use] : of_one) in_all[key] += use.count, words += use.count;
  }
  for (std::size_t group = 0; group < topics.size(); ++group) {
    Topic& topic = topics[group];
    topic.terms = telling_terms(uses[group], in_all, groups > 0 ? words / groups : 0, topic.members.size());
    std::stable_sort(topic.members.begin(), topic.members.end(),
                     [](const TopicMember& a, const TopicMember& b) { return a.cosine > b.cosine; });
  }
  std::erase_if(topics, [](const Topic& topic) { return topic.members.empty(); });
  std::stable_sort(topics.begin(), topics.end(), [](const Topic& a, const Topic& b) {
    return a.members.size() != b.members.size() ? a.members.size() > b.members.size() : a.label() < b.label();
  });
  return topics;
}

Topics SearchIndex::topics(const std::optional<Project>& project, std::size_t count) {
  const auto all = pages(project);
  if (all.empty()) return {};
  if (!searches_by_meaning())
    throw Error(ErrorKind::failed, "topics: pages are grouped by meaning, and nothing here knows it",
                impl_->meaning() ? "install the sentence encoder: `ai-memory embed --install \"$(scripts/weights)\"`"
                                 : "set embedding.provider");
  std::map<PagePath, PageVector> vectors;
  for (PageVector& page : page_vectors()) vectors.emplace(page.path, std::move(page));
  Topics found;
  std::vector<TopicPage> chosen;
  std::vector<Vector> points;
  auto text = impl_->database().prepare(kText);
  for (const IndexedPage& page : all) {
    const auto vector = vectors.find(page.path);
    if (vector == vectors.end()) {
      ++found.waiting;
      continue;
    }
    text.with(page.path.str(), kBodyBytes).step();
    points.push_back(vector->second.vector);
    chosen.push_back({page.path, page.title, text.text(1), text.text(2), page.body_changed, points.back()});
  }
  if (points.empty()) return found;
  const std::size_t groups = count == 0 ? topic_count(points.size()) : std::min(count, points.size());
  found.topics = name_topics(chosen, spherical_kmeans(points, groups));
  return found;
}

}  // namespace ai_memory
