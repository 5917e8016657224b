#include "report/tables/explanation_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "files/json_writer.h"
#include "text/escape.h"

namespace fovea {

namespace {

using Json = nlohmann::ordered_json;

/// Characters shown of each end of a passage.
constexpr Offset kEnd = 24;

std::string plain_blanks(std::string text) {
  for (char& c : text) {
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  }
  return visible(text);
}

/// The ends of a passage: its first and last characters, or all of a short one.
std::string ends_of(Span span, const TextOf& text_of) {
  if (!text_of || span.empty()) return {};
  if (span.size() <= 2 * kEnd) return fmt::format("  “{}”", plain_blanks(text_of(span)));
  return fmt::format("  “{} … {}”", plain_blanks(text_of({span.begin, span.begin + kEnd})),
                     plain_blanks(text_of({span.end - kEnd, span.end})));
}

std::string place(Span span) {
  return fmt::format("{}–{}", span.begin, span.end);
}

void add_highlights(std::string& out, const ArticleExplanation& article, const TextOf& text_of) {
  if (!article.judged) {
    out += "highlighted  nothing: the document was not judged\n";
    return;
  }
  out += fmt::format("highlighted  {} characters in {} passages\n", article.highlighted_characters,
                     article.highlights.size());
  for (const Span span : article.highlights) {
    out += fmt::format("  {:<20}{:>8}{}\n", place(span), span.size(), ends_of(span, text_of));
  }
}

void add_results(std::string& out, const ArticleExplanation& article, const TextOf& text_of) {
  if (article.rank == 0) {
    out += "retrieved    nothing\n";
    return;
  }
  out += fmt::format("retrieved    {} characters in {} results, article rank {}\n",
                     article.retrieved_characters, article.results.size(), article.rank);
  for (const ArticleExplanation::Place& result : article.results) {
    const std::string where = result.unplaced ? "at no known place" : place(result.span);
    const std::uint64_t size = result.unplaced ? kUnplacedCharacters : result.span.size();
    out += fmt::format("  {:<20}{:>8}  result {}, line {}{}\n", where, size, result.rank, result.line,
                       result.unplaced ? "" : ends_of(result.span, text_of));
  }
}

void add_reading(std::string& out, const ArticleExplanation& article, const TextOf& text_of) {
  if (!article.t2i) {
    out += "T2I          unknown, because the length of the document is\n";
    return;
  }
  const ArticleExplanation::T2I& t2i = *article.t2i;
  out += fmt::format("T2I({})     {} relevant of {} characters read = {:.4f}; the order of reading:\n",
                     article.parameters.tolerance, t2i.relevant, t2i.relevant + t2i.irrelevant, t2i.score);
  for (const ReadStretch& stretch : t2i.stretches) {
    out += fmt::format("  {:<20}{:>8}  {}, {}{}\n", place(stretch.span), stretch.span.size(),
                       stretch.relevant ? "relevant  " : "irrelevant",
                       stretch.retrieved ? "retrieved" : "not retrieved", ends_of(stretch.span, text_of));
  }
  if (t2i.stopped) {
    const std::string where = t2i.stretches.empty() ? "before the first character"
                                                    : fmt::format("at {}", t2i.stretches.back().span.end);
    out += fmt::format("  stops {}: {} irrelevant characters read\n", where, t2i.irrelevant);
  } else {
    out += "  ends with the document\n";
  }
}

Json spans(const std::vector<Span>& list, const TextOf& text_of) {
  Json array = Json::array();
  for (const Span span : list) {
    Json object = {{"begin", span.begin}, {"end", span.end}};
    if (text_of) object["text"] = text_of(span);
    array.push_back(std::move(object));
  }
  return array;
}

Json results_json(const ArticleExplanation& article) {
  Json array = Json::array();
  for (const ArticleExplanation::Place& result : article.results) {
    Json object = {{"rank", result.rank}, {"line", result.line}};
    if (!result.unplaced) {
      object["begin"] = result.span.begin;
      object["end"] = result.span.end;
    }
    array.push_back(std::move(object));
  }
  return array;
}

Json reading_json(const ArticleExplanation& article) {
  if (!article.t2i) return nullptr;
  const ArticleExplanation::T2I& t2i = *article.t2i;
  Json stretches = Json::array();
  for (const ReadStretch& stretch : t2i.stretches) {
    stretches.push_back({{"begin", stretch.span.begin},
                         {"end", stretch.span.end},
                         {"relevant", stretch.relevant},
                         {"retrieved", stretch.retrieved}});
  }
  const bool at = t2i.stopped && !t2i.stretches.empty();
  return {{"tolerance", article.parameters.tolerance},
          {"score", t2i.score},
          {"relevant_read", t2i.relevant},
          {"irrelevant_read", t2i.irrelevant},
          {"stopped", t2i.stopped},
          {"stopped_at", at ? Json(t2i.stretches.back().span.end) : Json()},
          {"reading", std::move(stretches)}};
}

template <class T>
Json maybe(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

}  // namespace

std::string to_text(const ArticleExplanation& article, const TextOf& text_of) {
  const auto known = [](const std::optional<Offset>& value) {
    return value ? fmt::format("{}", *value) : std::string("unknown");
  };
  std::string out = fmt::format("topic {}, document {}: length {}, best entry point {}\n", article.topic,
                                article.doc, known(article.length), known(article.bep));
  add_highlights(out, article, text_of);
  add_results(out, article, text_of);
  if (article.rank == 0) return out;
  out += fmt::format("in both      {} characters: precision {:.4f}, recall {:.4f}\n",
                     article.common_characters, article.precision, article.recall);
  out += fmt::format("F({})      {:.4f}\n", article.parameters.beta, article.f);
  if (article.bep_score) {
    out += fmt::format("BEP({})     {:.4f}\n", article.parameters.bep_distance, *article.bep_score);
  }
  add_reading(out, article, text_of);
  return out;
}

std::string to_json(const ArticleExplanation& article, const TextOf& text_of) {
  const Json json = {
      {"topic", article.topic},
      {"doc", article.doc},
      {"judged", article.judged},
      {"length", maybe(article.length)},
      {"bep", maybe(article.bep)},
      {"highlights", spans(article.highlights, text_of)},
      {"article_rank", article.rank == 0 ? Json() : Json(article.rank)},
      {"results", results_json(article)},
      {"retrieved", spans(article.retrieved, text_of)},
      {"highlighted_characters", article.highlighted_characters},
      {"retrieved_characters", article.retrieved_characters},
      {"common_characters", article.common_characters},
      {"precision", article.precision},
      {"recall", article.recall},
      {"f", {{"beta", article.parameters.beta}, {"score", article.f}}},
      {"bep_score", article.bep_score
                        ? Json({{"n", article.parameters.bep_distance}, {"score", *article.bep_score}})
                        : Json()},
      {"t2i", reading_json(article)},
  };
  return json_text(json, 2) + "\n";
}

}  // namespace fovea
