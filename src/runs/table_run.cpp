#include "runs/table_run.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>
#include <utility>

#include "collection/element_path.h"
#include "files/topic_rows.h"
#include "runs/chunk_texts.h"
#include "runs/column_row.h"
#include "runs/order.h"
#include "runs/run_format.h"
#include "runs/source.h"

namespace fovea {

namespace {

constexpr std::array<std::string_view, 10> kRunColumns = {"topic", "doc",  "begin", "end",       "path",
                                                          "text",  "rank", "score", "last_path", "run"};

/// No format of files: what stands in its place for runs of tables, by what ranks their results.
RunFormat table_format(RankOrder order) {
  RunFormat format{};
  format.name = "table";
  format.rows = "a row per result";
  format.order = order;
  format.ranked = order == RankOrder::kRank;
  return format;
}
const RunFormat kByRow = table_format(RankOrder::kFile);
const RunFormat kByRank = table_format(RankOrder::kRank);
const RunFormat kByScore = table_format(RankOrder::kScore);

/// What the runs of one table share.
struct SharedTable {
  SharedTable(std::shared_ptr<const ArrowTable> from, const std::string& name, const TableRunOptions& options,
              Diagnostics& diagnostics)
      : table(std::move(from)),
        columns(*table, name, kRunColumns, options.renamed, diagnostics),
        topic(columns.need("topic", diagnostics)),
        doc(columns.need("doc", diagnostics)),
        begin(columns.find("begin")),
        end(columns.find("end")),
        path(columns.find("path")),
        last_path(columns.find("last_path")),
        text(columns.find("text")),
        rank(columns.find("rank")),
        score(columns.find("score")),
        first_row(options.first_row) {
    columns.count_rows_from(first_row);
    const auto pair = [&](const ArrowColumn* has, const ArrowColumn* lacks, std::string_view field) {
      if (has != nullptr && lacks == nullptr) {
        diagnostics.expected({name}, "bad-column", fmt::format("a column {}", quote(has->name())),
                             fmt::format("a column {} beside it", field));
      }
    };
    pair(begin, end, "end");
    pair(end, begin, "begin");
    pair(last_path, path, "path");
    order = options.as_rows    ? RankOrder::kFile
            : score != nullptr ? RankOrder::kScore
            : rank != nullptr  ? RankOrder::kRank
                               : RankOrder::kFile;
  }

  std::shared_ptr<const ArrowTable> table;
  TableColumns columns;
  const ArrowColumn *topic, *doc, *begin, *end, *path, *last_path, *text, *rank, *score;
  RankOrder order;
  std::size_t first_row;
  TextStore digits;                         ///< of ids that are numbers
  std::vector<std::string_view> documents;  ///< by row, where ids are numbers; empty otherwise
  std::vector<Span> located;  ///< by row, where texts had to be found; empty spans where a row has none
};

/// The total order of results in a table.
bool table_order(const Result& a, const Result& b, RankOrder order) {
  if (order == RankOrder::kScore && a.score != b.score) return a.score > b.score;
  if (order == RankOrder::kRank && a.rank != b.rank) return a.rank < b.rank;
  if (const int docs = a.doc.compare(b.doc); docs != 0) return docs > 0;
  return std::tie(a.span.begin, a.span.end, a.path) < std::tie(b.span.begin, b.span.end, b.path);
}

class TableSource final : public Run::Source {
 public:
  TableSource(std::shared_ptr<const SharedTable> shared, std::string tag)
      : Source(shared->columns.name(), shared->order == RankOrder::kScore  ? kByScore
                                       : shared->order == RankOrder::kRank ? kByRank
                                                                           : kByRow),
        shared_(std::move(shared)) {
    details_.id = std::move(tag);
  }

  /// Rows come in their order; `topic` must live as long as the table.
  void add(std::string_view topic, std::size_t row) { rows_.add(topic, row); }

  std::size_t topics() const override { return rows_.topics(); }
  std::string_view topic(std::size_t index) const override { return rows_.topic(index); }
  const TopicTimes* times(std::size_t /*index*/) const override { return nullptr; }

  void read(std::size_t index, TopicResults& out, Diagnostics& diagnostics) const override {
    out.topic = rows_.topic(index);
    out.results.clear();
    out.later_blocks.clear();
    rows_.each_row(index, [&](std::size_t row) {
      // Made where it stays: a copy of what was just written, field by field, would wait for it.
      if (!read_row(row, out.results.emplace_back(), diagnostics)) out.results.pop_back();
    });
    const RankOrder order = shared_->order;
    const auto less = [order](const Result& a, const Result& b) { return table_order(a, b, order); };
    if (order != RankOrder::kFile && !std::is_sorted(out.results.begin(), out.results.end(), less)) {
      std::stable_sort(out.results.begin(), out.results.end(), less);
    }
  }

 private:
  bool read_row(std::size_t row, Result& result, Diagnostics& diagnostics) const {
    const SharedTable& shared = *shared_;
    const TableColumns& columns = shared.columns;
    result.line = shared.first_row + row + 1;
    result.doc = shared.documents.empty() ? shared.doc->text(row).value_or("") : shared.documents[row];
    if (result.doc.empty())
      return columns.wrong(*shared.doc, row, "an id (text or a whole number)", diagnostics), false;
    if (shared.score != nullptr) {
      const auto score = columns.number(*shared.score, row, "a score", diagnostics);
      if (!score) return false;
      result.score = *score;
    }
    if (shared.rank != nullptr && !(shared.score != nullptr && shared.rank->empty(row))) {
      const auto rank = columns.whole(*shared.rank, row, 0, std::numeric_limits<std::int32_t>::max(),
                                      "a rank (a whole number from 0)", diagnostics);
      if (!rank) return false;
      result.rank = static_cast<std::int32_t>(*rank);
    }
    return read_target(row, result, diagnostics);
  }

  bool read_target(std::size_t row, Result& result, Diagnostics& diagnostics) const {
    const SharedTable& shared = *shared_;
    const TableColumns& columns = shared.columns;
    if (!shared.located.empty() && !shared.located[row].empty()) {
      result.kind = ResultKind::kPassage;
      result.span = shared.located[row];
      return true;
    }
    if (shared.begin != nullptr && !(shared.begin->empty(row) && shared.end->empty(row))) {
      const auto begin = columns.offset(*shared.begin, row, diagnostics);
      const auto end = columns.offset(*shared.end, row, diagnostics);
      if (!begin || !end) return false;
      if (*end < *begin)
        return columns.wrong(*shared.end, row, fmt::format("an end from {} on", *begin), diagnostics), false;
      result.kind = ResultKind::kPassage;
      result.span = {*begin, *end};
      return true;
    }
    if (shared.path == nullptr || shared.path->empty(row)) {
      result.span = {0, kMaxOffset};
      return true;
    }
    const auto path = shared.path->text(row);
    const bool range = shared.last_path != nullptr && !shared.last_path->empty(row);
    const auto last = range ? shared.last_path->text(row) : std::nullopt;
    if (!path || (range && !last)) return columns.wrong(*shared.path, row, "a path", diagnostics), false;
    if (*path == "X" && !range) {
      result.kind = ResultKind::kUnresolved;
      return true;
    }
    const auto check = range ? check_range_end : check_element_path;
    for (const ArrowColumn* column : {shared.path, range ? shared.last_path : nullptr}) {
      if (column == nullptr) continue;
      const auto fault = check(*column->text(row));
      if (!fault) continue;
      diagnostics.error(columns.place(*column, row), "bad-path", to_string(*fault, *column->text(row)));
      return false;
    }
    result.kind = range ? ResultKind::kRange : ResultKind::kElement;
    result.path = *path;
    if (last) result.last_path = *last;
    return true;
  }

  std::shared_ptr<const SharedTable> shared_;
  TopicRows rows_;
};

/// Finds the chunks that come by their texts, and compares the texts of the others.
void locate_texts(SharedTable& shared, const TableRunOptions& options, const std::string& name,
                  Diagnostics& diagnostics) {
  if (shared.text == nullptr) return;
  ChunkTexts texts(options.reading);
  TextStore memory;
  for (std::size_t row = 0; row < shared.table->rows(); ++row) {
    const bool placed = (shared.begin != nullptr && !shared.begin->empty(row)) ||
                        (shared.path != nullptr && !shared.path->empty(row));
    if (placed && options.reading.texts == nullptr) continue;
    const auto text = shared.text->text(row);
    if (!text) {
      if (!placed) shared.columns.wrong(*shared.text, row, "the text of a chunk", diagnostics);
      continue;
    }
    Diagnostics ignored;
    const auto doc = shared.columns.id(*shared.doc, row, memory, ignored);
    const auto topic = shared.columns.id(*shared.topic, row, memory, ignored);
    if (!doc || !topic) continue;  // reported when the row is read
    const Place place = shared.columns.place(*shared.text, row);
    if (!placed) {
      const auto span = texts.locator().locate(*text, *topic, *doc, place, diagnostics);
      shared.located.resize(shared.table->rows());
      if (span) shared.located[row] = *span;
    } else if (shared.begin != nullptr) {
      const auto begin = shared.begin->whole(row);
      const auto end = shared.end->whole(row);
      if (!begin || !end || *begin < 0 || *end < *begin || *end > kMaxOffset) continue;
      const Span span{static_cast<Offset>(*begin), static_cast<Offset>(*end)};
      const auto settled = texts.settle(*text, *doc, span, place, diagnostics);
      if (!settled || *settled == span) continue;
      shared.located.resize(shared.table->rows());
      shared.located[row] = *settled;
    }
  }
  texts.finish(name, diagnostics);
}

}  // namespace

std::vector<Run> runs_of_table(const std::shared_ptr<const ArrowTable>& table, const std::string& name,
                               const TableRunOptions& options, Diagnostics& diagnostics) {
  auto shared = std::make_shared<SharedTable>(table, name, options, diagnostics);
  if (!diagnostics.ok()) return {};
  if (table->rows() == 0) {
    diagnostics.expected({name}, "empty", "no result", "a run");
    return {};
  }
  locate_texts(*shared, options, name, diagnostics);
  if (shared->doc->kind() != ArrowCells::Kind::kText) {
    for (std::size_t row = 0; row < table->rows(); ++row) {
      shared->documents.push_back(
          shared->columns.id(*shared->doc, row, shared->digits, diagnostics).value_or(std::string_view()));
    }
  }

  const ArrowColumn* const tag = shared->columns.find("run");
  std::vector<std::unique_ptr<TableSource>> sources;
  absl::flat_hash_map<std::string_view, TableSource*> named;
  TableSource* current = nullptr;
  std::string_view current_tag;
  for (std::size_t row = 0; row < table->rows(); ++row) {
    std::string_view of_row;
    if (tag != nullptr) {
      const auto text = shared->columns.id(*tag, row, shared->digits, diagnostics);
      if (!text) continue;
      of_row = *text;
    }
    if (current == nullptr || of_row != current_tag) {
      TableSource*& source = named[of_row];
      if (source == nullptr) {
        sources.push_back(std::make_unique<TableSource>(shared, std::string(of_row)));
        source = sources.back().get();
      }
      current = source;
      current_tag = of_row;
    }
    const auto topic = shared->columns.id(*shared->topic, row, shared->digits, diagnostics);
    if (topic) current->add(*topic, row);
  }
  std::vector<Run> runs;
  if (!diagnostics.ok()) return runs;
  for (std::unique_ptr<TableSource>& source : sources) runs.emplace_back(std::move(source));
  return runs;
}

}  // namespace fovea
