// The questions of Chroma's chunking evaluation: CSV with JSON in a cell.
//
//   question,references,corpus_id
//   "What …?","[{""content"": ""…"", ""start_index"": 27346, ""end_index"": 27425}, …]",state_of_the_union
//
// Each row is a topic; its id is the row's number from 0 (the header not counted), the document is the
// corpus, and every reference is a highlighted span. Offsets count code points. References may overlap: the
// highlights are their union.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "files/csv.h"
#include "files/json.h"
#include "judgements/annotations/anchor.h"
#include "judgements/annotations/record_parts.h"
#include "judgements/builder.h"
#include "judgements/judgement_format.h"

namespace fovea {

namespace {

/// Where the columns stand; nothing when one is missing.
struct Header {
  std::size_t question = 0, references = 0, corpus = 0;
};

std::optional<Header> read_header(const std::vector<CsvField>& fields) {
  const auto column = [&fields](std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(fields, name, &CsvField::text) - fields.begin());
  };
  const Header header{column("question"), column("references"), column("corpus_id")};
  if (std::max({header.question, header.references, header.corpus}) == fields.size()) return std::nullopt;
  return header;
}

class ChromaReader {
 public:
  ChromaReader(const InputFile& file, DocumentTexts* texts, JudgementBuilder& builder,
               Diagnostics& diagnostics)
      : file_(file), csv_(file, diagnostics), texts_(texts), builder_(builder), diagnostics_(diagnostics) {}

  void read() {
    std::vector<CsvField> fields;
    if (!csv_.next(fields)) {
      diagnostics_.expected({file_.name()}, "empty-file", "an empty file", kHeader);
      return;
    }
    const auto header = read_header(fields);
    if (!header) {
      diagnostics_.expected(csv_.place(fields.front()), "bad-header", quote(fields.front().text), kHeader);
      return;
    }
    const std::size_t columns = fields.size();
    while (csv_.next(fields)) {
      if (fields.size() == columns) {
        read_row(fields, *header);
      } else {
        diagnostics_.expected(csv_.place(fields.front()), "bad-columns",
                              fmt::format("{} fields", fields.size()),
                              fmt::format("{}, as in the header", columns));
      }
    }
    if (unchecked_ > 0) {
      diagnostics_.warning(
          {file_.name()}, "unchecked",
          fmt::format("{} references are not checked: there is no text of their corpus", unchecked_));
    }
  }

 private:
  static constexpr std::string_view kHeader = "the header question,references,corpus_id";

  void read_row(const std::vector<CsvField>& fields, const Header& header) {
    const CsvField& cell = fields[header.references];
    const CsvField& corpus = fields[header.corpus];
    if (corpus.text.empty()) {
      diagnostics_.expected(csv_.place(corpus), "no-document", "no corpus_id", "the name of a corpus");
      return;
    }
    const auto place = [this, &cell](std::size_t byte) { return csv_.place(cell, cell.raw_byte(byte)); };
    JsonFault fault;
    const auto references = parser_.parse(cell.text, fault);
    if (!references) return report(fault, place(fault.byte), diagnostics_);
    const JsonReader reader(place, diagnostics_);
    if (!reader.check(*references, JsonValue::Kind::kArray)) return;

    const DocumentText* text = texts_ == nullptr ? nullptr : texts_->find(corpus.text);
    const std::uint64_t errors = diagnostics_.errors();
    std::vector<Span> spans;
    for (const JsonValue& reference : references->items) read_reference(reference, text, reader, spans);
    if (diagnostics_.errors() != errors) return;
    if (text == nullptr) unchecked_ += spans.size();
    builder_.add_highlights(std::to_string(csv_.record() - 1), corpus.text, spans,
                            text == nullptr ? std::nullopt : std::optional(text->length()),
                            csv_.place(fields.front()).line);
  }

  void read_reference(const JsonValue& reference, const DocumentText* text, const JsonReader& reader,
                      std::vector<Span>& spans) {
    auto claim = claim_at(reference, "start_index", "end_index", reader);
    const JsonValue* content = reader.need(reference, "content", JsonValue::Kind::kString);
    if (!claim || content == nullptr) return;
    claim->quote = content->text;
    if (const auto span = anchor(*claim, nullptr, text, diagnostics_)) spans.push_back(*span);
  }

  const InputFile& file_;
  CsvReader csv_;
  DocumentTexts* texts_;
  JudgementBuilder& builder_;
  Diagnostics& diagnostics_;
  JsonParser parser_;
  std::uint64_t unchecked_ = 0;
};

void read_chroma(const InputFile& file, const JudgementOptions& options, JudgementBuilder& builder,
                 Diagnostics& diagnostics) {
  ChromaReader(file, options.annotation.texts, builder, diagnostics).read();
}

/// Whether the first line is the header of such a file, the columns in any order.
bool sniff_chroma(const JudgementHead& head) {
  const std::string_view bytes = head.bytes();
  if (head.first() == 0 || head.first() == '<') return false;
  // With its line end, which may be CRLF.
  const std::size_t length = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
  Diagnostics ignored;
  const InputFile first_line = InputFile::from_memory({}, bytes.substr(0, length));
  CsvReader csv(first_line, ignored);
  std::vector<CsvField> fields;
  return csv.next(fields) && read_header(fields).has_value();
}

}  // namespace

const JudgementFormat judgement_formats::kChroma = {
    .name = "chroma",
    .shape =
        "questions of Chroma's chunking evaluation, `question,references,corpus_id`; the topic is the row's "
        "number, from 0",
    .sniff = sniff_chroma,
    .read = read_chroma};

}  // namespace fovea
