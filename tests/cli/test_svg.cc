#include <cmath>
#include <doctest/doctest.h>
#include <random>

#include "cli/graph_layout.hh"
#include "cli/svg_bars.hh"
#include "cli/svg_graph.hh"
#include "cli/svg_labels.hh"
#include "cli/svg_text.hh"

using namespace ai_memory;

namespace {

struct Scene {
  std::vector<PictureNode> nodes;
  std::vector<PictureEdge> edges;
};

Scene random_scene(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  Scene scene;
  const char* const tiers[] = {"working", "episodic", "semantic", "procedural", "odd"};
  for (std::size_t i = 0; i < count; ++i)
    scene.nodes.push_back({"page 照明 " + std::to_string(i), "tip", tiers[i % 5], i % 7 == 0, false});
  for (std::size_t i = 1; i < count; ++i)
    if (i % 9 != 0) scene.edges.push_back({i, random() % i, i % 4 ? "link" : "causes", i % 5 ? 0 : 0.8});
  return scene;
}

// Every tag that is opened is closed, in order, and no text holds a bare mark.
std::string fault_of(const std::string& xml) {
  std::vector<std::string> open;
  for (std::size_t at = xml.find("?>") + 2; at < xml.size();) {
    if (xml[at] == '&') {
      const std::size_t end = xml.find(';', at);
      const std::string entity = xml.substr(at, end - at + 1);
      if (entity != "&amp;" && entity != "&lt;" && entity != "&gt;" && entity != "&quot;" && entity != "&#39;")
        return "entity at " + xml.substr(at, 40);
      at = end + 1;
    } else if (xml[at] == '<') {
      const std::size_t end = xml.find('>', at);
      const std::string tag = xml.substr(at + 1, end - at - 1);
      const std::string name = tag.substr(tag[0] == '/', tag.find_first_of(" /", 1) - (tag[0] == '/'));
      if (tag.find('<') != std::string::npos) return "tag " + tag;
      if (tag[0] == '/') {
        if (open.empty() || open.back() != name) return "closes " + name;
        open.pop_back();
      } else if (tag.back() != '/') {
        open.push_back(name);
      }
      at = end + 1;
    } else {
      ++at;
    }
  }
  return open.empty() ? "" : "not closed: " + open.back();
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("text in a picture can be no mark of XML, and what XML cannot hold is replaced") {
  CHECK(svg_text("a<b>&\"c'") == "a&lt;b&gt;&amp;&quot;c&#39;");
  CHECK(svg_text("照明") == "照明");
  CHECK(svg_text(std::string("\x01\x00", 2) + "\xff") == "\ufffd\ufffd\ufffd");
  CHECK(svg_text("\xef\xbf\xbf") == "\ufffd");
  CHECK(svg_number(1.25) == "1.3");
  CHECK(svg_number(-0.01) == "0");
  CHECK(svg_number(12) == "12");
}

TEST_CASE("no circle of a layout lies over another or over the border, and the same graph gives the same layout") {
  for (const std::size_t nodes : {1U, 2U, 5U, 40U, 150U}) {
    std::mt19937 random(static_cast<unsigned>(nodes));
    std::vector<double> radii;
    std::vector<LayoutEdge> edges;
    for (std::size_t i = 0; i < nodes; ++i) {
      radii.push_back(4 + static_cast<double>(random() % 10));
      if (i % 10 != 0) edges.push_back({i, random() % i});
      edges.push_back({i, i});
    }
    const Layout layout = lay_out(radii, edges, 60, 10);
    const Layout again = lay_out(radii, edges, 60, 10);
    REQUIRE(layout.centres.size() == nodes);
    for (std::size_t i = 0; i < nodes; ++i) {
      const Point a = layout.centres[i];
      CHECK((a.x == again.centres[i].x && a.y == again.centres[i].y));
      CHECK((a.x - radii[i] >= 9.9 && a.y - radii[i] >= 9.9));
      CHECK((a.x + radii[i] <= layout.width - 9.9 && a.y + radii[i] <= layout.height - 9.9));
      for (std::size_t j = 0; j < i; ++j)
        CHECK(std::hypot(a.x - layout.centres[j].x, a.y - layout.centres[j].y) >= radii[i] + radii[j]);
    }
  }
}

TEST_CASE("pages with an edge are nearer than others, a chain lies level") {
  const Layout chain = lay_out({4, 4, 4, 4}, {{0, 1}, {1, 2}, {2, 3}}, 60, 10);
  const auto apart = [&](std::size_t a, std::size_t b) {
    return std::hypot(chain.centres[a].x - chain.centres[b].x, chain.centres[a].y - chain.centres[b].y);
  };
  CHECK(apart(0, 1) < apart(0, 2));
  CHECK(apart(0, 2) < apart(0, 3));
  CHECK(chain.width > 2 * chain.height);
}

TEST_CASE("labels lie over no other label and no other node; some are cut, some left out, needed ones never") {
  std::mt19937 random(7);
  std::vector<LabelWish> wishes;
  for (std::size_t i = 0; i < 120; ++i)
    wishes.push_back({{20 + static_cast<double>(random() % 560), 20 + static_cast<double>(random() % 360)},
                      5,
                      "a fairly long title 照明 " + std::to_string(i),
                      i,
                      i == 119});
  const auto placed = place_labels(wishes, 600, 400);
  struct Box {
    double left, top, right, bottom;
  };
  std::vector<Box> boxes;
  std::size_t whole = 0, cut = 0, without = 0;
  for (std::size_t i = 0; i + 1 < wishes.size(); ++i) {
    if (!placed[i]) {
      ++without;
      continue;
    }
    const double width = label_width(placed[i]->text);
    const std::string anchor = placed[i]->anchor;
    const double left = placed[i]->at.x - (anchor == "end" ? width : anchor == "middle" ? width / 2 : 0);
    const Box box{left, placed[i]->at.y - 9, left + width, placed[i]->at.y + 3};
    CHECK((box.left >= 0 && box.right <= 600 && box.top >= 0 && box.bottom <= 400));
    for (const Box& other : boxes)
      CHECK_FALSE(
          (box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom));
    for (std::size_t j = 0; j < wishes.size(); ++j)
      if (j != i)
        CHECK_FALSE((box.left < wishes[j].at.x + 5 && wishes[j].at.x - 5 < box.right && box.top < wishes[j].at.y + 5 &&
                     wishes[j].at.y - 5 < box.bottom));
    boxes.push_back(box);
    ++(placed[i]->text == wishes[i].text ? whole : cut);
  }
  CHECK(whole > 0);
  CHECK(cut > 0);
  CHECK(without > 0);
  CHECK(placed[119]);
}

TEST_CASE("a picture is well-formed, has each page once, no script, and is the same each time") {
  for (const std::size_t pages : {0U, 1U, 20U, 120U}) {
    Scene scene = random_scene(pages, 3);
    if (pages > 0) scene.nodes[0] = {"</svg><script>alert(1)</script>&\"'", "<a>&", "semantic", false, true};
    const std::string svg = svg_graph("a & b", scene.nodes, scene.edges);
    CHECK(fault_of(svg) == "");
    CHECK(svg.find("<script") == std::string::npos);
    CHECK(svg.find("<title>a &amp; b</title>") != std::string::npos);
    CHECK(count(svg, "</title></circle>") == pages);
    CHECK(svg_graph("a & b", scene.nodes, scene.edges) == svg);
    if (pages == 20) CHECK(svg.find(">2 pages without edges<") != std::string::npos);
  }
}

TEST_CASE("links that go both ways are one line with two tips; an automatic edge has none, and no line over a link") {
  const std::vector<PictureNode> nodes = {{"a", "a", "semantic"}, {"b", "b", "semantic"}, {"c", "c", "working"}};
  const std::string svg = svg_graph(
      "x", nodes, {{0, 1, "link", 0}, {1, 0, "causes", 0}, {0, 1, "", 0.9}, {1, 2, "", 0.7}, {2, 2, "link", 0}});
  CHECK(count(svg, "class=\"tip\"") == 2);
  CHECK(svg.find("<title>a → b: link\nb → a: causes\na – b: near in meaning, 0.90</title>") != std::string::npos);
  CHECK(svg.find("<title>b – c: near in meaning, 0.70</title><line class=\"auto\"") != std::string::npos);
  CHECK(count(svg, "<g>") == 2);
}

TEST_CASE("a bar chart is XML whatever the labels say, its bars as high as their values, and the same each time") {
  const std::vector<Bar> bars = {{"a<b>", 4, "tip & \"more\""}, {"照明", 2, "\x01"}, {"", 0, ""}};
  const std::string svg = svg_bars("title <&>", bars);
  CHECK(fault_of(svg) == "");
  CHECK(svg.find("height=\"200\"") != std::string::npos);
  CHECK(svg.find("height=\"100\"") != std::string::npos);
  CHECK(svg.find(">4</text>") != std::string::npos);
  CHECK(svg.find(">0</text>") == std::string::npos);
  CHECK(svg == svg_bars("title <&>", bars));
  CHECK(fault_of(svg_bars("", {})) == "");
}

TEST_CASE("a page that two hundred others hang on has its label, most of them have theirs, and the legend fits") {
  Scene scene;
  scene.nodes.push_back({"Index of all", "tip", "semantic", false, false});
  for (std::size_t i = 1; i <= 200; ++i) {
    scene.nodes.push_back({"Page number " + std::to_string(i), "tip", i % 2 ? "episodic" : "procedural", false, false});
    scene.edges.push_back({0, i, i % 3 ? "link" : "causes", 0});
  }
  scene.edges.push_back({1, 2, "", 0.9});
  const std::string svg = svg_graph("default/default", scene.nodes, scene.edges);
  CHECK(count(svg, ">Index of all</text>") == 1);
  CHECK(count(svg, ">Page number ") + count(svg, ">Page num\u2026") > 150);
  const double width = std::stod(svg.substr(svg.find("viewBox=\"0 0 ") + 13));
  for (const std::string word : {"near in meaning", "relation", "procedural 100"}) {
    const std::size_t at = svg.find(">" + word + "</text>");
    REQUIRE(at != std::string::npos);
    CHECK(std::stod(svg.substr(svg.rfind("<text x=\"", at) + 9)) + label_width(word) <= width);
  }
}

TEST_CASE("a few pages with long legends are no narrower than those") {
  Scene scene;
  for (const char* tier : {"working", "episodic", "semantic", "procedural", "odd"})
    scene.nodes.push_back({tier, "tip", tier, false, false});
  scene.edges = {{0, 1, "link", 0}, {1, 2, "causes", 0}, {2, 3, "", 0.5}};
  const std::string svg = svg_graph("p", scene.nodes, scene.edges);
  const double width = std::stod(svg.substr(svg.find("viewBox=\"0 0 ") + 13));
  const std::size_t at = svg.rfind("<text x=\"", svg.find(">near in meaning</text>")) + 9;
  CHECK(std::stod(svg.substr(at)) + label_width("near in meaning") <= width);
}
