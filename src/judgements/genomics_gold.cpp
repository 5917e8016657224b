// The gold standard of TREC Genomics 2006 and 2007: one passage per row, with the aspects it speaks of.
//
//   topic<TAB>pmid<TAB>offset<TAB>length<TAB>aspect|aspect
//
// Passages become highlights, and a document with a passage is relevant. An aspect is a group of judgements
// (judgements.h) whose rows carry the passage.
#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <optional>
#include <vector>

#include "files/lines.h"
#include "files/row_scanner.h"
#include "judgements/builder.h"
#include "judgements/judgement_format.h"
#include "text/numbers.h"
#include "text/trim.h"

namespace fovea {

namespace {

constexpr std::string_view kGoldColumns = "topic<TAB>pmid<TAB>offset<TAB>length<TAB>aspect|aspect";
constexpr std::size_t kGoldColumnCount = 5;

struct GoldPassage {
  std::string_view topic;
  std::string_view doc;
  Span passage;
  std::string_view aspects;
  std::uint32_t line = 0;
};

std::string_view gold_cell(const Row& row, std::size_t column) {
  return trim(row.columns[column], kBlanks);
}

std::optional<Span> gold_span(const Row& row) {
  const auto offset = parse_offset(gold_cell(row, 2));
  const auto length = parse_offset(gold_cell(row, 3));
  if (!offset || !length || *length == 0 || std::uint64_t{*offset} + *length > kMaxOffset)
    return std::nullopt;
  return Span{*offset, *offset + *length};
}

/// Reports a bad row and gives nothing for it.
std::optional<GoldPassage> read_gold_row(const Row& row, std::uint64_t line, const InputFile& file,
                                         Diagnostics& diagnostics) {
  const auto expected = [&](std::string_view part, std::string_view code, const std::string& found,
                            std::string_view what) {
    diagnostics.expected({file.name(), line, column_of(row.line(), part)}, code, found, what);
    return std::nullopt;
  };
  if (row.count != kGoldColumnCount) {
    return expected(row.line(), row.count < kGoldColumnCount ? "too-few-columns" : "too-many-columns",
                    fmt::format("{} columns", row.count), kGoldColumns);
  }
  for (const std::size_t column : {0U, 1U}) {
    if (gold_cell(row, column).empty()) {
      return expected(row.columns[column], "empty-column", "nothing", column == 0 ? "a topic" : "a document");
    }
  }
  for (const std::size_t column : {2U, 3U}) {
    const std::string_view text = gold_cell(row, column);
    if (!parse_offset(text)) {
      return expected(text, "bad-number", quote(text),
                      column == 2 ? "an offset (a whole number)" : "a length (a whole number)");
    }
  }
  const auto passage = gold_span(row);
  if (!passage) {
    return expected(gold_cell(row, 3), "bad-passage", quote(gold_cell(row, 3)),
                    "a length of at least one character that ends below 2147483648");
  }
  return GoldPassage{gold_cell(row, 0), gold_cell(row, 1), *passage, row.columns[4],
                     static_cast<std::uint32_t>(line)};
}

void add_aspects(const GoldPassage& gold, JudgementBuilder& builder) {
  std::string_view rest = gold.aspects;
  while (true) {
    const std::size_t bar = rest.find('|');
    GroupGrade grade;
    grade.doc = gold.doc;
    grade.group = trim(rest.substr(0, bar), kBlanks);
    grade.grade = 1;
    grade.passage = gold.passage;
    grade.line = gold.line;
    builder.add_group(gold.topic, grade);
    if (bar == std::string_view::npos) return;
    rest.remove_prefix(bar + 1);
  }
}

void read_genomics_gold(const InputFile& file, const JudgementOptions&, JudgementBuilder& builder,
                        Diagnostics& diagnostics) {
  builder.add_kinds({.highlights = true, .groups = true});
  std::vector<GoldPassage> passages;
  RowScanner<true> rows(file.bytes());
  Row row;
  for (std::uint64_t line = 1; rows.next(row); ++line) {
    if (!row.is_content() || trim(row.line(), kBlanks).empty()) continue;
    if (auto gold = read_gold_row(row, line, file, diagnostics)) passages.push_back(*gold);
  }
  absl::flat_hash_map<std::pair<std::string_view, std::string_view>, std::size_t> index;
  std::vector<std::vector<const GoldPassage*>> documents;  // in the order of the file
  for (const GoldPassage& gold : passages) {
    const auto [at, fresh] = index.try_emplace({gold.topic, gold.doc}, documents.size());
    if (fresh) documents.emplace_back();
    documents[at->second].push_back(&gold);
  }
  for (const auto& of_document : documents) {
    JudgedDocument document;
    document.id = of_document.front()->doc;
    document.line = of_document.front()->line;
    document.grade = 1;
    document.first_listed = of_document.front()->passage.begin;
    std::vector<Span> spans;
    for (const GoldPassage* gold : of_document) spans.push_back(gold->passage);
    std::vector<Span> united = spans;
    united.resize(normalise(united));
    document.relevant_chars = static_cast<Offset>(character_count(united));
    builder.add(of_document.front()->topic, document, spans);
  }
  for (const GoldPassage& gold : passages) add_aspects(gold, builder);
}

/// Tabs, and numbers where INEX qrels and preferences have ids.
bool sniff_gold(const JudgementHead& head) {
  RowScanner<true> rows(head.bytes());
  Row row;
  while (rows.next(row)) {
    if (!row.is_content()) continue;
    return row.count == kGoldColumnCount && gold_cell(row, 1) != "Q0" && gold_span(row) &&
           !parse_number(gold_cell(row, 4));
  }
  return false;
}

}  // namespace

const JudgementFormat judgement_formats::kGenomics = {
    .name = "genomics",
    .shape = "TREC Genomics 2006 and 2007: `topic<TAB>pmid<TAB>offset<TAB>length<TAB>aspect\\|aspect`",
    .sniff = sniff_gold,
    .read = read_genomics_gold};

}  // namespace fovea
