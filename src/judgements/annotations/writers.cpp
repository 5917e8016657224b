// Judgements for annotation tools: Web Annotation, Label Studio, doccano. All three are written so that our
// own readers give the same judgements again without being told where the topic stands.
#include <fmt/format.h>

#include <iterator>
#include <utility>
#include <vector>

#include "judgements/annotations/annotations.h"
#include "judgements/annotations/web_annotation.h"
#include "text/escape.h"
#include "text/unicode.h"

namespace fovea {

namespace {

/// Characters before and behind a quote that Web Annotations carry, enough to tell repeated sentences apart.
constexpr Offset kContext = 32;

std::string json(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

/// One judged document, ready to be written.
struct Judged {
  std::string_view topic;
  std::string_view doc;
  std::vector<Span> passages;
};

/// Calls write(judged), which says why it cannot write one, for every document that highlights can speak of,
/// and counts what they cannot say. `says_length`: the format carries the text and so its length.
template <typename Write>
Unsaid for_each_judged(const Judgements& judgements, bool says_length, Write write) {
  Unsaid unsaid;
  const auto miss = [&unsaid](std::string_view what, bool missed) {
    if (missed) ++unsaid[std::string(what)];
    return missed;
  };
  for (const TopicJudgements& topic : judgements.topics()) {
    for (const JudgedDocument& document : topic.documents()) {
      Judged judged{topic.topic(), document.id, listed_passages(topic, document)};
      const bool highlighted = !judged.passages.empty();
      miss("best entry points", document.bep.has_value());
      miss("grades of elements", document.element_count > 0);
      miss("lengths of documents", document.length && !says_length);
      miss("numbers of highlighted characters",
           document.relevant_chars != character_count(topic.highlights(document)));
      if (miss("documents left out, as their ids or topics do not fit the format",
               find_malformed_utf8(judged.topic) || find_malformed_utf8(judged.doc)) ||
          miss("relevant documents left out, as nothing is highlighted in them",
               document.relevant() && !highlighted)) {
        continue;
      }
      miss("grades of documents", document.grade != (highlighted ? 1 : 0));
      if (const std::string_view why = write(judged); !why.empty()) miss(why, true);
    }
  }
  return unsaid;
}

/// The quote of a span with what stands around it, as a selector; empty when the span is not in the text.
std::string quote_selector(const DocumentText& text, Span span) {
  const auto exact = text.slice(span);
  if (!exact) return {};
  const Span before{span.begin > kContext ? span.begin - kContext : 0, span.begin};
  const Span behind{span.end, text.length() - span.end > kContext ? span.end + kContext : text.length()};
  return fmt::format(R"(,{{"type":"TextQuoteSelector","exact":{},"prefix":{},"suffix":{}}})", json(*exact),
                     json(text.slice(before).value_or("")), json(text.slice(behind).value_or("")));
}

std::string annotation(const Judged& judged, std::string_view more_bodies, std::string_view target) {
  return fmt::format(
      R"({{"type":"Annotation","motivation":"assessing","body":[{{"type":"TextualBody","purpose":"tagging","value":{}}}{}],"target":{}}})",
      json(judged.topic), more_bodies, target);
}

std::string span_annotation(const Judged& judged, Span span, const DocumentText* text) {
  return annotation(
      judged, {},
      fmt::format(R"({{"source":{},"selector":[{{"type":"TextPositionSelector","start":{},"end":{}}}{}]}})",
                  json(judged.doc), span.begin, span.end,
                  text == nullptr ? "" : quote_selector(*text, span)));
}

std::string not_relevant_annotation(const Judged& judged) {
  const std::string verdict =
      fmt::format(R"(,{{"type":"TextualBody","purpose":"assessing","value":{}}})", json(kNotRelevantBody));
  return annotation(judged, verdict, fmt::format(R"({{"source":{}}})", json(judged.doc)));
}

/// The text of a judged document that its passages fit; why there is none otherwise.
std::pair<const DocumentText*, std::string_view> fitting_text(const Judged& judged, DocumentTexts& texts) {
  const DocumentText* text = texts.find(judged.doc);
  if (text == nullptr) return {nullptr, "documents left out, as there is no text of them"};
  for (const Span passage : judged.passages) {
    if (!text->slice(passage))
      return {nullptr, "documents left out, as their highlights do not fit the text"};
  }
  return {text, {}};
}

std::string task(std::uint64_t id, const Judged& judged, const DocumentText& text) {
  std::string results;
  for (const Span span : judged.passages) {
    fmt::format_to(
        std::back_inserter(results),
        R"({}{{"type":"labels","from_name":"label","to_name":"text","value":{{"start":{},"end":{},"text":{},"labels":["Relevant"]}}}})",
        results.empty() ? "" : ",", span.begin, span.end, json(text.slice(span).value_or("")));
  }
  return fmt::format(
      R"({{"id":{},"data":{{"topic":{},"doc":{},"text":{}}},"annotations":[{{"was_cancelled":false,"result":[{}]}}]}})",
      id, json(judged.topic), json(judged.doc), json(text.text()), results);
}

std::string doccano_line(std::uint64_t id, const Judged& judged, const DocumentText& text) {
  std::string labels;
  for (const Span span : judged.passages) {
    fmt::format_to(std::back_inserter(labels), R"({}[{},{},"Relevant"])", labels.empty() ? "" : ",",
                   span.begin, span.end);
  }
  return fmt::format(R"({{"id":{},"topic":{},"doc":{},"text":{},"label":[{}]}})", id, json(judged.topic),
                     json(judged.doc), json(text.text()), labels);
}

}  // namespace

Unsaid write_web_annotation(const Judgements& judgements, DocumentTexts* texts, const JudgementSink& sink) {
  sink("{\"@context\":\"http://www.w3.org/ns/anno.jsonld\",\"type\":\"AnnotationPage\",\"items\":[");
  std::string_view separator = "\n";
  const auto put = [&](const std::string& one) {
    sink(separator);
    sink(one);
    separator = ",\n";
  };
  Unsaid unsaid = for_each_judged(judgements, false, [&](const Judged& judged) {
    const DocumentText* text = texts == nullptr ? nullptr : texts->find(judged.doc);
    for (const Span span : judged.passages) put(span_annotation(judged, span, text));
    if (judged.passages.empty()) put(not_relevant_annotation(judged));
    return std::string_view();
  });
  sink("\n]}\n");
  return unsaid;
}

Unsaid write_label_studio(const Judgements& judgements, DocumentTexts& texts, const JudgementSink& sink) {
  sink("[");
  std::uint64_t tasks = 0;
  Unsaid unsaid = for_each_judged(judgements, true, [&](const Judged& judged) {
    const auto [text, why_not] = fitting_text(judged, texts);
    if (text != nullptr) {
      sink(tasks == 0 ? "\n" : ",\n");
      sink(task(++tasks, judged, *text));
    }
    return why_not;
  });
  sink("\n]\n");
  return unsaid;
}

Unsaid write_doccano(const Judgements& judgements, DocumentTexts& texts, const JudgementSink& sink) {
  std::uint64_t lines = 0;
  return for_each_judged(judgements, true, [&](const Judged& judged) {
    const auto [text, why_not] = fitting_text(judged, texts);
    if (text != nullptr) sink(doccano_line(++lines, judged, *text) + "\n");
    return why_not;
  });
}

}  // namespace fovea
