#include "report/tables/found_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "files/json_writer.h"
#include "text/escape.h"
#include "text/unicode.h"
#include "text/wrap.h"

namespace fovea {

namespace {

using Json = nlohmann::ordered_json;
using search::FoundArticle;
using search::FoundPassage;
using search::FoundSection;

/// What stands around words of the query while lines are broken; characters for private use, which texts lose.
constexpr std::string_view kWordBegin = "\xEE\x80\x80";
constexpr std::string_view kWordEnd = "\xEE\x80\x81";

constexpr std::string_view kBold = "\033[1m";
constexpr std::string_view kFaint = "\033[2m";
constexpr std::string_view kHot = "\033[35m";  // magenta can be read on light and on dark ground
constexpr std::string_view kPlain = "\033[0m";

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

std::string for_lines(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  }
  return replaced(replaced(visible(line), kWordBegin, "?"), kWordEnd, "?");
}

/// A block as high as a share of the largest; a dot for nothing.
std::string_view block(double heat, double largest) {
  static constexpr std::array<std::string_view, 9> kBlocks{"·", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  if (heat <= 0 || largest <= 0) return kBlocks.front();
  return kBlocks[std::clamp<std::size_t>(static_cast<std::size_t>(std::ceil(heat / largest * 8)), 1, 8)];
}

class FoundWriter {
 public:
  FoundWriter(const FoundLayout& layout, std::size_t articles)
      : layout_(layout), margin_(std::to_string(articles).size() + 2) {}

  void write(std::size_t rank, const FoundArticle& article) {
    const std::string title = for_lines(article.title.empty() ? article.id : article.title);
    const std::string lines = wrap(title, {.width = layout_.width, .first = margin_, .rest = margin_});
    out_ += fmt::format("{:>{}}. {}\n", rank, margin_ - 2, styled(kBold, lines.substr(margin_)));
    const std::string name = fmt::format("{}  {:.4f}", for_lines(article.id), article.score);
    const std::size_t columns = margin_ + count_code_points(name) + 2 + FoundArticle::kCells;
    out_ += blanks(margin_) + name + (columns > layout_.width ? "\n" + blanks(margin_) : "  ");
    out_ += styled(kHot, strip(article)) + "\n";
    double largest = 0;
    for (const FoundSection& section : article.sections) largest = std::max(largest, section.heat);
    for (const FoundSection& section : article.sections) {
      if (is_listed(section, layout_.sections)) write_section(section, largest);
    }
    for (const FoundPassage& passage : article.passages) write_passage(passage);
  }

  std::string out_;

 private:
  static std::string blanks(std::size_t count) { return std::string(count, ' '); }
  std::string styled(std::string_view style, std::string_view text) const {
    return layout_.terminal ? fmt::format("{}{}{}", style, text, kPlain) : std::string(text);
  }

  static std::string strip(const FoundArticle& article) {
    std::string cells;
    for (const double heat : article.heat) cells += block(heat, *std::ranges::max_element(article.heat));
    return cells;
  }

  void write_section(const FoundSection& section, double largest) {
    const std::string share = fmt::format("{:>3.0f}%", 100 * section.heat);
    const std::string name =
        section.title.empty() ? section.path.substr(section.path.rfind('/') + 1) : for_lines(section.title);
    const std::size_t column = margin_ + 8 + 2 * std::min<std::size_t>(section.level, 6);
    const std::string lines = wrap(name, {.width = layout_.width, .first = column, .rest = column + 2});
    out_ += blanks(margin_) + styled(kHot, block(section.heat, largest)) + " " + share +
            blanks(column - margin_ - 6) + lines.substr(std::min(column, lines.size())) + "\n";
  }

  void write_passage(const FoundPassage& passage) {
    const std::string place =
        fmt::format("{} {}–{}", for_lines(passage.path), passage.span.begin, passage.span.end);
    out_ += styled(kFaint, wrap(place, {.width = layout_.width, .first = margin_, .rest = margin_})) + "\n";
    const OffsetMap offsets(passage.text);
    std::string text;
    std::size_t at = 0;
    for (const Span word : passage.words) {
      const std::size_t begin = offsets.byte_of(word.begin - passage.span.begin).value_or(at);
      const std::size_t end = offsets.byte_of(word.end - passage.span.begin).value_or(passage.text.size());
      text += for_lines(std::string_view(passage.text).substr(at, begin - at));
      text += kWordBegin;
      text += for_lines(std::string_view(passage.text).substr(begin, end - begin));
      text += kWordEnd;
      at = end;
    }
    text += for_lines(std::string_view(passage.text).substr(at));
    text = wrap(text, {.width = layout_.width, .first = margin_ + 2, .rest = margin_ + 2});
    out_ += replaced(replaced(text, kWordBegin, layout_.terminal ? kBold : "«"), kWordEnd,
                     layout_.terminal ? kPlain : "»") +
            "\n";
  }

  const FoundLayout& layout_;
  std::size_t margin_;
};

Json object_of(const FoundArticle& article, ListedSections listed) {
  Json sections = Json::array();
  for (const FoundSection& section : article.sections) {
    if (is_listed(section, listed))
      sections.push_back({{"path", section.path},
                          {"title", section.title},
                          {"level", section.level},
                          {"begin", section.span.begin},
                          {"end", section.span.end},
                          {"heat", section.heat}});
  }
  Json passages = Json::array();
  for (const FoundPassage& passage : article.passages) {
    Json words = Json::array();
    for (const Span word : passage.words) words.push_back({word.begin, word.end});
    passages.push_back({{"path", passage.path},
                        {"begin", passage.span.begin},
                        {"end", passage.span.end},
                        {"text", passage.text},
                        {"words", std::move(words)}});
  }
  return {{"id", article.id},
          {"title", article.title},
          {"score", article.score},
          {"length", article.length},
          {"heat", article.heat},
          {"sections", std::move(sections)},
          {"passages", std::move(passages)}};
}

}  // namespace

bool is_listed(const FoundSection& section, ListedSections sections) {
  return sections == ListedSections::kAll || (sections == ListedSections::kHits && section.heat > 0);
}

std::string to_text(const TopicAnswer& answer, const FoundLayout& layout) {
  FoundWriter writer(layout, answer.articles.size());
  for (std::size_t i = 0; i < answer.articles.size(); ++i) {
    if (i > 0) writer.out_ += "\n";
    writer.write(i + 1, answer.articles[i]);
  }
  return std::move(writer.out_);
}

std::string to_json(std::span<const TopicAnswer> answers, ListedSections sections) {
  Json all = Json::array();
  for (const TopicAnswer& answer : answers) {
    Json articles = Json::array();
    for (const FoundArticle& article : answer.articles) articles.push_back(object_of(article, sections));
    all.push_back({{"topic", answer.topic}, {"query", answer.query}, {"articles", std::move(articles)}});
  }
  return json_text(Json{{"answers", std::move(all)}}, 2) + "\n";
}

}  // namespace fovea
