#include "simulate/expected_orders.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "files/lines.h"
#include "simulate/graded_runs.h"
#include "simulate/highlight_runs.h"
#include "text/nearest.h"
#include "text/trim.h"

namespace fovea {

namespace {

constexpr std::pair<AnswerSet, AnswerSet> kSetOrders[] = {
    {AnswerSet::kPassages, AnswerSet::kContaining},
    {AnswerSet::kContaining, AnswerSet::kDocuments},
    {AnswerSet::kPassages, AnswerSet::kInside},
    {AnswerSet::kInside, AnswerSet::kLeaves},
};
constexpr std::pair<DocumentOrder, DocumentOrder> kRankingOrders[] = {
    {DocumentOrder::kBySize, DocumentOrder::kSwapped},
    {DocumentOrder::kBySize, DocumentOrder::kIrrelevantFirst},
    {DocumentOrder::kSwapped, DocumentOrder::kSwappedIrrelevantFirst},
    {DocumentOrder::kIrrelevantFirst, DocumentOrder::kSwappedIrrelevantFirst},
};

/// One word, without control characters such as a stray carriage return.
bool is_name(std::string_view text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) > ' ' && c != '\x7f'; });
}

/// One line, which may name a chain.
void read_line(std::string_view line, Place place, std::vector<ExpectedOrder>& orders,
               Diagnostics& diagnostics) {
  std::vector<std::string_view> names;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t sign = std::min(line.find('>', begin), line.size());
    names.push_back(trim(line.substr(begin, sign - begin), kBlanks));
    begin = sign + 1;
  }
  if (names.size() < 2 || !std::ranges::all_of(names, is_name)) {
    diagnostics.expected(std::move(place), "bad-order", quote(line), "an order such as 'S_R > SL_R'");
    return;
  }
  for (std::size_t i = 1; i < names.size(); ++i) {
    orders.push_back({std::string(names[i - 1]), std::string(names[i]), place});
  }
}

/// Orders that are part of a circle, or lead to one: what is left when runs that nothing beats are taken away
/// until there are none.
std::vector<const ExpectedOrder*> tangled(std::span<const ExpectedOrder> orders) {
  std::map<std::string_view, std::size_t> beaten;
  std::map<std::string_view, std::vector<const ExpectedOrder*>> beats;
  for (const ExpectedOrder& order : orders) {
    beaten[order.better];
    ++beaten[order.worse];
    beats[order.better].push_back(&order);
  }
  std::vector<std::string_view> free;
  for (const auto& [run, times] : beaten) {
    if (times == 0) free.push_back(run);
  }
  while (!free.empty()) {
    const std::string_view run = free.back();
    free.pop_back();
    for (const ExpectedOrder* order : beats[run]) {
      if (--beaten[order->worse] == 0) free.push_back(order->worse);
    }
  }
  std::vector<const ExpectedOrder*> left;
  for (const ExpectedOrder& order : orders) {
    if (beaten[order.better] > 0) left.push_back(&order);
  }
  return left;
}

void report_circle(std::span<const ExpectedOrder> orders, Diagnostics& diagnostics) {
  std::map<std::string_view, const ExpectedOrder*> beaten_by;
  for (const ExpectedOrder* order : tangled(orders)) beaten_by.emplace(order->worse, order);
  if (beaten_by.empty()) return;
  // Going from a tangled run to one that beats it, and on, comes back to a run seen before.
  std::map<std::string_view, std::size_t> seen;
  std::vector<const ExpectedOrder*> way;
  std::string_view run = beaten_by.begin()->first;
  while (seen.emplace(run, way.size()).second) {
    way.push_back(beaten_by.at(run));
    run = way.back()->better;
  }
  way.erase(way.begin(), way.begin() + static_cast<std::ptrdiff_t>(seen[run]));
  std::string circle(run);
  for (auto order = way.rbegin(); order != way.rend(); ++order) circle += " > " + (*order)->worse;
  diagnostics.error(way.front()->place, "circular-order",
                    fmt::format("the orders go in a circle: {}", circle));
}

}  // namespace

std::vector<ExpectedOrder> highlight_orders(bool with_collection) {
  std::vector<ExpectedOrder> orders;
  const auto add = [&](HighlightRun better, HighlightRun worse) {
    if (with_collection || (!needs_collection(better) && !needs_collection(worse))) {
      orders.push_back({name_of(better), name_of(worse), {}});
    }
  };
  for (const DocumentOrder order : kDocumentOrders) {
    for (const auto& [better, worse] : kSetOrders) add({better, order}, {worse, order});
    // Without elements between them, passages and documents stand side by side.
    if (!with_collection) add({AnswerSet::kPassages, order}, {AnswerSet::kDocuments, order});
  }
  for (const AnswerSet set : kAnswerSets) {
    for (const auto& [better, worse] : kRankingOrders) add({set, better}, {set, worse});
  }
  return orders;
}

std::vector<ExpectedOrder> graded_orders() {
  std::vector<ExpectedOrder> orders;
  for (const GradedRun run : {GradedRun::kLeaves, GradedRun::kArticles, GradedRun::kIdealAndDescendants,
                              GradedRun::kIdealAndAncestors, GradedRun::kFull}) {
    orders.push_back({std::string(name_of(GradedRun::kIdeal)), std::string(name_of(run)), {}});
  }
  return orders;
}

std::optional<std::vector<ExpectedOrder>> read_orders(const InputFile& file, Diagnostics& diagnostics) {
  std::vector<ExpectedOrder> orders;
  Diagnostics faults;
  LineReader lines(file.bytes());
  for (std::string_view line; lines.next(line);) {
    if (line.starts_with('#') || trim(line, kBlanks).empty()) continue;
    read_line(trim(line, kBlanks), {file.name(), lines.line_number(), 1}, orders, faults);
  }
  if (orders.empty() && faults.ok()) {
    faults.expected({file.name()}, "empty", "no order", "lines such as 'better > worse'");
  }
  if (faults.ok()) report_circle(orders, faults);
  const bool good = faults.ok();
  diagnostics.merge(std::move(faults));
  if (!good) return std::nullopt;
  return orders;
}

bool check_names(std::span<const ExpectedOrder> orders, std::span<const std::string> runs,
                 Diagnostics& diagnostics) {
  const std::vector<std::string_view> known(runs.begin(), runs.end());
  bool good = true;
  for (const ExpectedOrder& order : orders) {
    for (const std::string& run : {order.better, order.worse}) {
      if (std::ranges::find(known, run) != known.end()) continue;
      good = false;
      std::vector<std::string_view> near = nearest(run, known);
      if (near.empty()) near = known;
      diagnostics.expected(order.place, "unknown-run", fmt::format("run {}", quote(run)),
                           fmt::format("one of the runs, such as {}", fmt::join(near, ", ")));
    }
  }
  return good;
}

}  // namespace fovea
