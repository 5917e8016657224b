// Judgements: what assessors found relevant, per topic and document.
//
// Three kinds of judgement share these types: highlighted text (spans, best entry point, document length),
// grades of elements (exhaustivity and specificity, INEX 2002–2008), and grades of whole documents (TREC).
// A document may carry several of them (INEX 2005–2008 has highlights and exhaustivity).
//
// Everything is packed per topic: documents in file order, their spans and element grades in one vector each.
// Contract: ids and paths are views into the input that the Judgements keep open; everything is immutable
// after reading and may be shared between threads.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/span_set.h"

namespace fovea {

/// An assessed element.
struct ElementGrade {
  std::string_view path;
  std::uint8_t exhaustivity = 0;  ///< 0–3
  std::uint8_t specificity = 0;   ///< 0–3
  /// The element's size and its highlighted size where the file gives them (2005–2008), else 0.
  Offset size = 0;
  Offset highlighted = 0;
};

/// One judged document of one topic. `highlights` and `elements` are read through TopicJudgements.
struct JudgedDocument {
  std::string_view id;
  /// Highlighted characters as the file counts them; the sum of the spans in formats that do not.
  Offset relevant_chars = 0;
  std::optional<Offset> length;
  std::optional<Offset> bep;
  /// Where the first passage the file lists begins: not always the first in the document.
  std::optional<Offset> first_listed;
  /// TREC grade; for other kinds 1 when anything is relevant, 0 when judged not relevant.
  std::int32_t grade = 0;
  std::uint64_t line = 0;

  bool relevant() const { return grade > 0; }

  std::uint32_t first_span = 0, span_count = 0;
  std::uint32_t first_element = 0, element_count = 0;
};

class TopicJudgements {
 public:
  explicit TopicJudgements(std::string_view topic) : topic_(topic) {}

  std::string_view topic() const { return topic_; }
  std::span<const JudgedDocument> documents() const { return documents_; }
  /// nullptr when the document was not judged for this topic.
  const JudgedDocument* find(std::string_view doc) const;

  /// Highlighted text: sorted, disjoint.
  SpanView highlights(const JudgedDocument& document) const {
    return SpanView(spans_).subspan(document.first_span, document.span_count);
  }
  std::span<const ElementGrade> elements(const JudgedDocument& document) const {
    return std::span(elements_).subspan(document.first_element, document.element_count);
  }

  /// Adds a document with its passages in any order (they are normalised here) and its graded elements.
  /// Returns false, and adds nothing, when the document is there already.
  bool add(JudgedDocument document, std::span<const Span> passages,
           std::span<const ElementGrade> elements = {});

 private:
  std::string_view topic_;
  std::vector<JudgedDocument> documents_;
  std::vector<Span> spans_;
  std::vector<ElementGrade> elements_;
  absl::flat_hash_map<std::string_view, std::uint32_t> index_;
};

/// What a set of judgements can answer.
struct JudgementKinds {
  bool highlights = false;
  bool element_grades = false;
  bool document_grades = false;
};

}  // namespace fovea
