#include "report/tables/found_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <vector>

#include "report/track/text_blocks.h"
#include "text/escape.h"
#include "text/unicode.h"

// Laid down by cmake/embed.cmake.
extern "C" {
extern const char fovea_search_style[];
extern const char fovea_search_style_end[];
}

namespace fovea {

namespace {

using search::FoundArticle;
using search::FoundPassage;
using search::FoundSection;

std::string for_page(std::string_view text) {
  std::string out;
  append_xml_text(out, visible(text, "\n\t"));
  return out;
}

/// The class of a cell: h0 to h8, as high as its share of the largest.
int heat_class(double heat, double largest) {
  if (heat <= 0 || largest <= 0) return 0;
  return std::clamp(static_cast<int>(std::ceil(heat / largest * 8)), 1, 8);
}

bool holds(Span outer, Span inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

/// A document's text with the words of the query and the passages marked.
class MarkedText {
 public:
  MarkedText(std::string text, const FoundArticle& article, std::string anchor)
      : text_(std::move(text)), offsets_(text_), article_(article), anchor_(std::move(anchor)) {}

  const std::string& text() const { return text_; }

  std::string slice(Span span, bool with_passages) {
    std::set<Offset> cuts{span.begin, span.end};
    const auto cut_at = [&](Span each) {
      if (each.begin > span.begin && each.begin < span.end) cuts.insert(each.begin);
      if (each.end > span.begin && each.end < span.end) cuts.insert(each.end);
    };
    for (const Span word : article_.words) cut_at(word);
    for (const FoundPassage& passage : article_.passages) cut_at(passage.span);
    std::string out;
    for (auto at = cuts.begin(); std::next(at) != cuts.end(); ++at)
      add_piece(out, {*at, *std::next(at)}, with_passages);
    return out;
  }

 private:
  void add_piece(std::string& out, Span piece, bool with_passages) {
    const std::string text = for_page(bytes(piece));
    const bool word = std::ranges::any_of(article_.words, [&](Span each) { return holds(each, piece); });
    const std::string marked = word ? "<mark>" + text + "</mark>" : text;
    for (std::size_t i = 0; with_passages && i < article_.passages.size(); ++i) {
      const Span passage = article_.passages[i].span;
      if (!holds(passage, piece)) continue;
      const bool first = placed_.insert(i).second;
      out += fmt::format("<span class=\"passage\"{}>{}</span>",
                         first ? fmt::format(" id=\"{}-p{}\"", anchor_, i + 1) : "", marked);
      return;
    }
    out += marked;
  }

  std::string_view bytes(Span span) const {
    const std::size_t begin = offsets_.byte_of(span.begin).value_or(text_.size());
    const std::size_t end = offsets_.byte_of(span.end).value_or(text_.size());
    return std::string_view(text_).substr(begin, end - begin);
  }

  std::string text_;
  OffsetMap offsets_;
  const FoundArticle& article_;
  std::string anchor_;
  std::set<std::size_t> placed_;
};

class FoundPageWriter {
 public:
  FoundPageWriter(std::span<const TopicAnswer> answers, const Collection* collection, const FoundPage& page)
      : answers_(answers), collection_(collection), page_(page) {}

  std::string write() {
    const std::string title = answers_.empty()       ? "Search"
                              : answers_.size() == 1 ? answers_.front().query
                                                     : "Answers";
    put("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{} – fovea search</title>\n",
        for_page(title));
    if (page_.style.empty()) {
      put("<link rel=\"icon\" href=\"data:,\">\n<style>{}</style>\n", found_page_style());
    } else {
      put("<link rel=\"stylesheet\" href=\"{}\">\n", for_page(page_.style));
    }
    put("</head>\n<body>\n<header>\n<h1>{}</h1>\n", for_page(title));
    if (!page_.box.empty())
      put("<form action=\"{}\" role=\"search\"><input type=\"search\" name=\"q\" aria-label=\"Query\" maxlength=\"1000\" "
          "value=\"{}\"><button>Search</button></form>\n",
          for_page(page_.box), answers_.size() == 1 ? for_page(answers_.front().query) : "");
    put("</header>\n<main>\n");
    if (!page_.remark.empty()) put("<p class=\"remark\">{}</p>\n", for_page(page_.remark));
    for (const TopicAnswer& answer : answers_) write_topic(answer);
    put("</main>\n</body>\n</html>\n");
    return std::move(out_);
  }

 private:
  template <typename... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
  }

  void write_topic(const TopicAnswer& answer) {
    const bool several = answers_.size() > 1;
    if (several) put("<section>\n<h2>{}: {}</h2>\n", for_page(answer.topic), for_page(answer.query));
    put("<ol class=\"articles\">\n");
    for (const FoundArticle& article : answer.articles) write_article(article);
    put("</ol>\n{}", several ? "</section>\n" : "");
  }

  void write_article(const FoundArticle& article) {
    const std::string anchor = fmt::format("a{}", ++articles_);
    const int level = answers_.size() > 1 ? 3 : 2;
    put("<li><article>\n<h{0}>{1}</h{0}>\n<p class=\"facts\"><span class=\"id\">{2}</span> <span>score {3:.4f}</span></p>\n",
        level, for_page(article.title.empty() ? article.id : article.title), for_page(article.id),
        article.score);
    write_strip(article);
    write_sections(article, anchor);
    const auto document = collection_->find(article.id);
    if (!document) {
      put("</article></li>\n");
      return;
    }
    MarkedText text(document->text(), article, anchor);
    put("<ul class=\"passages\">\n");
    for (std::size_t i = 0; i < article.passages.size(); ++i) {
      const FoundPassage& passage = article.passages[i];
      put("<li><a href=\"#{}-p{}\">{}</a> <span class=\"place\">{}–{}</span><blockquote>{}</blockquote></li>\n",
          anchor, i + 1, for_page(passage.path), passage.span.begin, passage.span.end,
          text.slice(passage.span, false));
    }
    put("</ul>\n<details><summary>Full text, {} characters</summary>\n<div class=\"text\">\n",
        article.length);
    write_text(*document, article, anchor, text);
    put("</div></details>\n</article></li>\n");
  }

  void write_strip(const FoundArticle& article) {
    const auto largest = std::ranges::max_element(article.heat);
    const auto hottest = static_cast<std::size_t>(largest - article.heat.begin());
    constexpr std::size_t kPercent = 100 / FoundArticle::kCells;
    put("<p class=\"strip\" role=\"img\" aria-label=\"Where the score lies: most of it from {} to {} percent of the text\">",
        hottest * kPercent, (hottest + 1) * kPercent);
    for (const double heat : article.heat) put("<i class=\"h{}\"></i>", heat_class(heat, *largest));
    put("</p>\n");
  }

  void write_sections(const FoundArticle& article, const std::string& anchor) {
    double largest = 0;
    for (const FoundSection& section : article.sections) largest = std::max(largest, section.heat);
    bool open = false;
    for (std::size_t i = 0; i < article.sections.size(); ++i) {
      const FoundSection& section = article.sections[i];
      if (!is_listed(section, page_.sections)) continue;
      if (!open) put("<ul class=\"sections\" aria-label=\"Sections\">\n");
      open = true;
      put("<li class=\"l{}\"><i class=\"h{}\"></i><span class=\"share\">{:.0f}%</span> <a href=\"#{}-s{}\">{}</a></li>\n",
          std::min<std::size_t>(section.level, 6), heat_class(section.heat, largest), 100 * section.heat,
          anchor, i + 1, for_page(section.title.empty() ? section.path : section.title));
    }
    if (open) put("</ul>\n");
  }

  void write_text(const Document& document, const FoundArticle& article, const std::string& anchor,
                  MarkedText& text) {
    std::vector<TextBlock> blocks = text_blocks(document, text.text());
    if (blocks.empty()) blocks.push_back({{0, document.length()}, false});
    std::size_t section = 0;
    for (const TextBlock& block : blocks) {
      for (; section < article.sections.size() && article.sections[section].span.begin <= block.span.begin;
           ++section)
        put("<span id=\"{}-s{}\"></span>", anchor, section + 1);
      put("<p{}>{}</p>\n", block.heading ? " class=\"heading\"" : "", text.slice(block.span, true));
    }
  }

  std::span<const TopicAnswer> answers_;
  const Collection* collection_;
  const FoundPage& page_;
  std::string out_;
  std::size_t articles_ = 0;
};

}  // namespace

std::string_view found_page_style() {
  return {fovea_search_style, static_cast<std::size_t>(fovea_search_style_end - fovea_search_style)};
}

std::string to_html(std::span<const TopicAnswer> answers, const Collection* collection,
                    const FoundPage& page) {
  return FoundPageWriter(answers, collection, page).write();
}

}  // namespace fovea
