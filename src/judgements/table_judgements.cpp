#include "judgements/table_judgements.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "files/input.h"
#include "files/topic_rows.h"
#include "judgements/builder.h"
#include "text/span_set.h"

namespace fovea {

namespace {

constexpr std::array<std::string_view, 8> kJudgementColumns = {"topic", "doc",   "begin",  "end",
                                                               "spans", "grade", "length", "bep"};

class TableJudgements {
 public:
  TableJudgements(const ArrowTable& table, const std::string& name, const ColumnNames& renamed,
                  Diagnostics& diagnostics)
      : table_(table),
        columns_(table, name, kJudgementColumns, renamed, diagnostics),
        topic_(columns_.need("topic", diagnostics)),
        doc_(columns_.need("doc", diagnostics)),
        begin_(columns_.find("begin")),
        end_(columns_.find("end")),
        spans_(columns_.find("spans")),
        grade_(columns_.find("grade")),
        length_(columns_.find("length")),
        bep_(columns_.find("bep")),
        diagnostics_(diagnostics) {
    if ((begin_ == nullptr) != (end_ == nullptr))
      columns_.need(begin_ == nullptr ? "begin" : "end", diagnostics);
    if (begin_ == nullptr && spans_ == nullptr && grade_ == nullptr) columns_.need("grade", diagnostics);
  }

  std::optional<Judgements> read() {
    if (!diagnostics_.ok()) return std::nullopt;
    TopicRows rows;
    for (std::size_t row = 0; row < table_.rows(); ++row) {
      if (const auto topic = columns_.id(*topic_, row, memory_, diagnostics_)) rows.add(*topic, row);
    }
    builder_.add_file(InputFile::from_memory(columns_.name(), {}));
    for (std::size_t i = 0; i < rows.topics(); ++i) {
      documents_.clear();
      index_.clear();
      rows.each_row(i, [&](std::size_t row) { read_row(row); });
      add_topic(rows.topic(i));
    }
    if (!any_ && diagnostics_.ok())
      diagnostics_.expected({columns_.name()}, "empty", "no judgement", "judgements");
    if (!diagnostics_.ok()) return std::nullopt;
    builder_.add_kinds({.highlights = begin_ != nullptr || spans_ != nullptr, .document_grades = grades_});
    return std::move(builder_).finish();
  }

 private:
  /// All that rows say of one document of a topic.
  struct Document {
    std::string_view id;
    std::vector<Span> spans;
    std::optional<std::int32_t> grade;
    std::optional<Offset> length, bep;
    std::uint32_t line = 0;
  };

  void read_row(std::size_t row) {
    const auto doc = columns_.id(*doc_, row, memory_, diagnostics_);
    if (!doc) return;
    const auto [known, fresh] = index_.try_emplace(*doc, documents_.size());
    if (fresh) documents_.push_back({*doc, {}, {}, {}, {}, static_cast<std::uint32_t>(row + 1)});
    Document& document = documents_[known->second];
    read_span(row, document);
    read_spans(row, document);
    read_grade(row, document);
    read_place(length_, row, document.length);
    read_place(bep_, row, document.bep);
    check_ends(row, document);
  }

  void read_span(std::size_t row, Document& document) {
    if (begin_ == nullptr || (begin_->empty(row) && end_->empty(row))) return;
    const auto begin = columns_.offset(*begin_, row, diagnostics_);
    const auto end = columns_.offset(*end_, row, diagnostics_);
    if (!begin || !end) return;
    if (*end <= *begin)
      return columns_.wrong(*end_, row, fmt::format("an end from {} on", *begin + 1), diagnostics_);
    document.spans.push_back({*begin, *end});
  }

  void read_spans(std::size_t row, Document& document) {
    if (spans_ == nullptr || spans_->empty(row)) return;
    constexpr std::string_view kSpans = "a list of spans [begin, end]";
    const auto [cells, at] = spans_->at(row);
    if (cells->kind() != ArrowCells::Kind::kList) return columns_.wrong(*spans_, row, kSpans, diagnostics_);
    const ArrowCells& pairs = cells->items();
    const auto [first, last] = cells->list(at);
    for (std::int64_t pair = first; pair < last; ++pair) {
      const bool listed = pairs.kind() == ArrowCells::Kind::kList && !pairs.empty(pair);
      const auto [from, to] = listed ? pairs.list(pair) : std::pair<std::int64_t, std::int64_t>(0, 0);
      const auto begin = to - from == 2 ? pairs.items().whole(from) : std::nullopt;
      const auto end = to - from == 2 ? pairs.items().whole(from + 1) : std::nullopt;
      if (!begin || !end || *begin < 0 || *end <= *begin || *end > kMaxOffset)
        return columns_.wrong(*spans_, row, kSpans, diagnostics_);
      document.spans.push_back({static_cast<Offset>(*begin), static_cast<Offset>(*end)});
    }
  }

  void read_grade(std::size_t row, Document& document) {
    using Limits = std::numeric_limits<std::int32_t>;
    if (grade_ == nullptr || (begin_ != nullptr && grade_->empty(row))) return;
    const auto grade =
        columns_.whole(*grade_, row, Limits::min(), Limits::max(), "a grade (a whole number)", diagnostics_);
    if (grade)
      document.grade = std::max(document.grade.value_or(Limits::min()), static_cast<std::int32_t>(*grade));
  }

  void read_place(const ArrowColumn* column, std::size_t row, std::optional<Offset>& place) {
    if (column == nullptr || column->empty(row)) return;
    const auto offset = columns_.offset(*column, row, diagnostics_);
    if (!offset) return;
    if (place && *place != *offset)
      return columns_.wrong(*column, row, fmt::format("{}, as above", *place), diagnostics_);
    place = offset;
  }

  void check_ends(std::size_t row, const Document& document) {
    if (!document.length) return;
    for (const Span span : document.spans) {
      if (span.end > *document.length)
        return columns_.wrong(*length_, row, fmt::format("a length from {} on", span.end), diagnostics_);
    }
  }

  void add_topic(std::string_view topic) {
    const std::string_view kept = documents_.empty() ? topic : builder_.keep(topic);
    for (const Document& document : documents_) {
      JudgedDocument judged;
      judged.id = builder_.keep(document.id);
      judged.line = document.line;
      judged.relevant_chars = static_cast<Offset>(character_count(SpanSet(document.spans)));
      judged.grade = document.grade.value_or(document.spans.empty() ? 0 : 1);
      judged.length = document.length;
      judged.bep = document.bep;
      if (!document.spans.empty()) judged.first_listed = document.spans.front().begin;
      any_ = true;
      grades_ = grades_ || document.grade;
      builder_.add(kept, judged, document.spans);
    }
  }

  const ArrowTable& table_;
  TableColumns columns_;
  const ArrowColumn *topic_, *doc_, *begin_, *end_, *spans_, *grade_, *length_, *bep_;
  Diagnostics& diagnostics_;
  JudgementBuilder builder_{MergePolicy::kReject, diagnostics_};
  TextStore memory_;
  bool any_ = false;
  bool grades_ = false;
  // Of the topic that is read.
  std::vector<Document> documents_;
  absl::flat_hash_map<std::string_view, std::size_t> index_;
};

}  // namespace

std::optional<Judgements> judgements_of_table(const ArrowTable& table, const std::string& name,
                                              const ColumnNames& renamed, Diagnostics& diagnostics) {
  return TableJudgements(table, name, renamed, diagnostics).read();
}

}  // namespace fovea
