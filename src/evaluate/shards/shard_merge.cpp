// Merges the states of shards: the union of their names, and every row under its new numbers.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "evaluate/shards/shard_state.h"

namespace fovea {

namespace {

/// The names of all states in byte order, each once, and where those of each state are among them.
struct NameUnion {
  std::vector<std::string> names;
  std::vector<std::vector<std::int32_t>> places;  ///< by state and its own number
};

NameUnion unite(std::span<const ShardState* const> states, std::vector<std::string> ShardState::*list) {
  NameUnion out;
  for (const ShardState* state : states) {
    const std::vector<std::string>& names = state->*list;
    out.names.insert(out.names.end(), names.begin(), names.end());
  }
  std::ranges::sort(out.names);
  out.names.erase(std::ranges::unique(out.names).begin(), out.names.end());
  for (const ShardState* state : states) {
    std::vector<std::int32_t>& places = out.places.emplace_back();
    auto from = out.names.begin();
    for (const std::string& name : state->*list) {
      from = std::lower_bound(from, out.names.end(), name);
      places.push_back(static_cast<std::int32_t>(from - out.names.begin()));
    }
  }
  return out;
}

/// The first eight bytes of a topic as a number that is ordered as they are: most topics differ there.
std::uint64_t prefix_of(std::string_view topic) {
  std::uint64_t prefix = 0;
  std::memcpy(&prefix, topic.data(), std::min(topic.size(), sizeof prefix));
  if constexpr (std::endian::native == std::endian::little) prefix = __builtin_bswap64(prefix);
  return prefix;
}

class RowMerge {
 public:
  RowMerge(std::span<const ShardState* const> states, const NameUnion& runs, const NameUnion& shards,
           ShardState& out, Diagnostics& said)
      : states_(states), runs_(runs), shards_(shards), out_(out), said_(said), next_(states.size(), 0) {
    std::size_t rows = 0;
    std::size_t bytes = 0;
    for (const ShardState* state : states) {
      rows += state->rows.size();
      bytes += state->rows.topics.size();
    }
    ShardRows& all = out.rows;
    all.run.reserve(rows);
    all.shard.reserve(rows);
    all.topic_end.reserve(rows);
    all.topics.reserve(bytes);
    all.values.resize(out.measures.size());
    for (std::vector<double>& column : all.values) column.reserve(rows);
  }

  void merge() {
    const auto runs = static_cast<std::int32_t>(runs_.names.size());
    for (std::int32_t run = kNoRun; run < runs && said_.ok(); ++run) merge_run(run);
  }

 private:
  struct Part {
    std::size_t state, row, end;
    std::string_view topic;
    std::uint64_t prefix;
  };
  struct Later {
    bool operator()(const Part& a, const Part& b) const {
      return a.prefix != b.prefix ? a.prefix > b.prefix : a.topic > b.topic;
    }
  };

  void merge_run(std::int32_t run) {
    std::vector<Part> parts;
    for (std::size_t s = 0; s < states_.size(); ++s) {
      const ShardRows& rows = states_[s]->rows;
      const std::size_t begin = next_[s];
      if (begin == rows.size() || place(s, rows.run[begin]) != run) continue;
      const auto own = rows.run[begin];
      const auto end =
          std::upper_bound(rows.run.begin() + static_cast<std::ptrdiff_t>(begin), rows.run.end(), own);
      next_[s] = static_cast<std::size_t>(end - rows.run.begin());
      parts.push_back({s, begin, next_[s], {}, 0});
    }
    if (parts.size() == 1) return copy(run, parts.front());
    for (Part& part : parts) look(part);
    std::ranges::make_heap(parts, Later{});
    bool first = true;
    while (!parts.empty()) {
      Part& part = parts.front();
      const std::size_t last = out_.rows.size();
      if (!first && out_.rows.topic(last - 1) == part.topic) {
        if (!same_row(part, last - 1, run)) return;
      } else {
        append(run, part);
        first = false;
      }
      if (++part.row < part.end) {
        look(part);
      } else {
        part = parts.back();
        parts.pop_back();
      }
      sink(parts);
    }
  }

  /// Puts the first of a heap in its place. Taking it out and adding it again would cost twice as much.
  static void sink(std::vector<Part>& heap) {
    std::size_t at = 0;
    for (std::size_t child = 1; child < heap.size(); child = 2 * at + 1) {
      if (child + 1 < heap.size() && Later{}(heap[child], heap[child + 1])) ++child;
      if (!Later{}(heap[at], heap[child])) return;
      std::swap(heap[at], heap[child]);
      at = child;
    }
  }

  std::int32_t place(std::size_t state, std::int32_t run) const {
    return run == kNoRun ? kNoRun : runs_.places[state][static_cast<std::size_t>(run)];
  }
  std::int32_t shard_of(const Part& part) const {
    return shards_.places[part.state][static_cast<std::size_t>(states_[part.state]->rows.shard[part.row])];
  }

  void look(Part& part) const {
    part.topic = states_[part.state]->rows.topic(part.row);
    part.prefix = prefix_of(part.topic);
  }

  void append(std::int32_t run, const Part& part) {
    const ShardRows& rows = states_[part.state]->rows;
    ShardRows& all = out_.rows;
    all.run.push_back(run);
    all.shard.push_back(shard_of(part));
    all.topics += part.topic;
    all.topic_end.push_back(static_cast<std::int64_t>(all.topics.size()));
    for (std::size_t m = 0; m < all.values.size(); ++m) all.values[m].push_back(rows.values[m][part.row]);
  }

  /// All rows of a run that stands in one state only.
  void copy(std::int32_t run, const Part& part) {
    const ShardRows& rows = states_[part.state]->rows;
    ShardRows& all = out_.rows;
    all.run.insert(all.run.end(), part.end - part.row, run);
    const std::int64_t from = part.row == 0 ? 0 : rows.topic_end[part.row - 1];
    const std::int64_t moved = static_cast<std::int64_t>(all.topics.size()) - from;
    all.topics.append(rows.topics, static_cast<std::size_t>(from),
                      static_cast<std::size_t>(rows.topic_end[part.end - 1] - from));
    for (std::size_t row = part.row; row < part.end; ++row) {
      all.shard.push_back(shards_.places[part.state][static_cast<std::size_t>(rows.shard[row])]);
      all.topic_end.push_back(rows.topic_end[row] + moved);
    }
    const auto first = static_cast<std::ptrdiff_t>(part.row);
    const auto last = static_cast<std::ptrdiff_t>(part.end);
    for (std::size_t m = 0; m < all.values.size(); ++m) {
      const std::vector<double>& column = rows.values[m];
      all.values[m].insert(all.values[m].end(), column.begin() + first, column.begin() + last);
    }
  }

  /// Whether a row is that of a shard that came before; else says what it is.
  bool same_row(const Part& part, std::size_t before, std::int32_t run) {
    const ShardRows& rows = states_[part.state]->rows;
    // In their order, so that the message does not depend on that of the states.
    const auto [first, second] = std::minmax({out_.rows.shard[before], shard_of(part)});
    const std::string& one = out_.shards[static_cast<std::size_t>(first)];
    const std::string& other = out_.shards[static_cast<std::size_t>(second)];
    const std::string which = run == kNoRun
                                  ? std::string("of the judgements")
                                  : fmt::format("of run {}", quote(out_.runs[static_cast<std::size_t>(run)]));
    if (one != other) {
      said_.error({}, "split-topic",
                  fmt::format("topic {} {} stands in shards {} and {}, expected all of it in one",
                              quote(part.topic), which, quote(one), quote(other)));
      return false;
    }
    for (std::size_t m = 0; m < rows.values.size(); ++m) {
      const double here = rows.values[m][part.row];
      if (std::bit_cast<std::uint64_t>(here) == std::bit_cast<std::uint64_t>(out_.rows.values[m][before]))
        continue;
      said_.error({}, "unlike-shards",
                  fmt::format("shard {} came twice with different scores on topic {} {}", quote(one),
                              quote(part.topic), which));
      return false;
    }
    return true;
  }

  std::span<const ShardState* const> states_;
  const NameUnion& runs_;
  const NameUnion& shards_;
  ShardState& out_;
  Diagnostics& said_;
  std::vector<std::size_t> next_;
};

/// What two plans differ in: "version", "judgements", or the options by name.
std::string difference(const std::string& a, const std::string& b) {
  const auto one = nlohmann::json::parse(a, nullptr, false);
  const auto other = nlohmann::json::parse(b, nullptr, false);
  if (!one.is_object() || !other.is_object()) return "its plan";
  for (const auto& [name, value] : one.items()) {
    if (!other.contains(name) || other[name] != value) return name;
  }
  return "its options";
}

bool same_plans(std::span<const ShardState* const> states, Diagnostics& said) {
  const ShardState& first = *states.front();
  for (const ShardState* state : states.subspan(1)) {
    if (state->plan == first.plan && state->measures == first.measures) continue;
    said.error({}, "other-plan",
               fmt::format("found states of different evaluations, expected those of one plan: {} differ",
                           unquoted(difference(first.plan, state->plan))));
    return false;
  }
  return true;
}

/// How many rows each shard has; a shard that comes again must have as many.
bool unite_shard_rows(std::span<const ShardState* const> states, const NameUnion& shards, ShardState& out,
                      Diagnostics& said) {
  constexpr std::uint64_t kNone = UINT64_MAX;
  out.shard_rows.assign(out.shards.size(), kNone);
  for (std::size_t s = 0; s < states.size(); ++s) {
    for (std::size_t i = 0; i < states[s]->shard_rows.size(); ++i) {
      const auto place = static_cast<std::size_t>(shards.places[s][i]);
      const std::uint64_t rows = states[s]->shard_rows[i];
      if (out.shard_rows[place] != kNone && out.shard_rows[place] != rows) {
        said.error({}, "unlike-shards",
                   fmt::format("shard {} came twice, with {} and with {} rows", quote(out.shards[place]),
                               out.shard_rows[place], rows));
        return false;
      }
      out.shard_rows[place] = rows;
    }
  }
  return true;
}

template <class Item>
void renumber(Item& item, const NameUnion& shards, const NameUnion& runs, std::size_t state) {
  item.shard = shards.places[state][static_cast<std::size_t>(item.shard)];
  if (item.run != kNoRun) item.run = runs.places[state][static_cast<std::size_t>(item.run)];
}

auto count_key(const ShardMessageCount& count) {
  return std::tie(count.shard, count.run, count.breach, count.severity, count.code);
}

/// Byte by byte, but numbers by their value: the rows of tables stand in the place of a file ("a.parquet: row 10, doc").
int compare_places(std::string_view a, std::string_view b) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto take_number = [&](std::string_view& text) {
    const auto size = static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
    std::string_view number = text.substr(0, size);
    text.remove_prefix(size);
    number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
    return number;
  };
  std::string_view left = a;
  std::string_view right = b;
  while (!left.empty() && !right.empty()) {
    if (is_digit(left.front()) && is_digit(right.front())) {
      const std::string_view one = take_number(left);
      const std::string_view other = take_number(right);
      if (one.size() != other.size()) return one.size() < other.size() ? -1 : 1;
      if (const int order = one.compare(other); order != 0) return order;
    } else {
      if (const int order = left.substr(0, 1).compare(right.substr(0, 1)); order != 0) return order;
      left.remove_prefix(1);
      right.remove_prefix(1);
    }
  }
  if (left.empty() != right.empty()) return left.empty() ? -1 : 1;
  return a.compare(b);
}

bool message_before(const ShardMessage& a, const ShardMessage& b) {
  const auto behind_file = [](const ShardMessage& message) {
    const Diagnostic& said = message.diagnostic;
    return std::tie(said.place.line, said.place.column, said.code, said.message, message.shard, message.run,
                    message.breach, said.severity);
  };
  if (const int order = compare_places(a.diagnostic.place.file, b.diagnostic.place.file); order != 0)
    return order < 0;
  return behind_file(a) < behind_file(b);
}

void keep_first(std::vector<ShardMessage>& messages) {
  if (messages.size() > Diagnostics::kDefaultKeep) messages.resize(Diagnostics::kDefaultKeep);
}

/// A message that a shard has several times is kept as often as the state has it that has it most often.
void unite_messages(std::span<const ShardState* const> states, const NameUnion& shards, const NameUnion& runs,
                    ShardState& out) {
  for (std::size_t s = 0; s < states.size(); ++s) {
    std::vector<ShardMessage> own = states[s]->messages;
    for (ShardMessage& message : own) renumber(message, shards, runs, s);
    std::ranges::sort(own, message_before);
    std::vector<ShardMessage> both;
    std::ranges::set_union(out.messages, own, std::back_inserter(both), message_before);
    out.messages = std::move(both);
    keep_first(out.messages);
  }
}

}  // namespace

void settle_messages(ShardState& state) {
  std::ranges::stable_sort(state.messages, message_before);
  keep_first(state.messages);
}

ShardState part_of(const ShardState& state, std::int32_t run) {
  ShardState part;
  part.plan = state.plan;
  part.measures = state.measures;
  part.rows.values.resize(state.measures.size());
  const ShardRows& rows = state.rows;
  const auto [first, last] = std::equal_range(rows.run.begin(), rows.run.end(), run);
  const auto is_own = [run](const auto& item) { return item.run == run; };
  // Only the shards that have something to say: another part may come from the same shard with other rows.
  std::vector<bool> speaks(state.shards.size(), false);
  for (auto row = first; row != last; ++row)
    speaks[static_cast<std::size_t>(rows.shard[static_cast<std::size_t>(row - rows.run.begin())])] = true;
  for (const ShardCounts& counts : state.counts) {
    if (is_own(counts)) speaks[static_cast<std::size_t>(counts.shard)] = true;
  }
  for (const ShardMessageCount& count : state.message_counts) {
    if (is_own(count)) speaks[static_cast<std::size_t>(count.shard)] = true;
  }
  std::vector<std::int32_t> place(state.shards.size(), 0);
  for (std::size_t s = 0; s < state.shards.size(); ++s) {
    if (!speaks[s]) continue;
    place[s] = static_cast<std::int32_t>(part.shards.size());
    part.shards.push_back(state.shards[s]);
  }
  part.shard_rows.assign(part.shards.size(), 0);
  if (run != kNoRun) part.runs = {state.runs[static_cast<std::size_t>(run)]};
  const std::int32_t own = run == kNoRun ? kNoRun : 0;
  for (auto at = first; at != last; ++at) {
    const auto row = static_cast<std::size_t>(at - rows.run.begin());
    const std::int32_t shard = place[static_cast<std::size_t>(rows.shard[row])];
    part.rows.run.push_back(own);
    part.rows.shard.push_back(shard);
    part.rows.topics += rows.topic(row);
    part.rows.topic_end.push_back(static_cast<std::int64_t>(part.rows.topics.size()));
    for (std::size_t m = 0; m < rows.values.size(); ++m) part.rows.values[m].push_back(rows.values[m][row]);
    ++part.shard_rows[static_cast<std::size_t>(shard)];
  }
  const auto take = [&](const auto& from, auto& to) {
    for (auto item : from) {
      if (!is_own(item)) continue;
      item.shard = place[static_cast<std::size_t>(item.shard)];
      item.run = own;
      to.push_back(std::move(item));
    }
  };
  take(state.counts, part.counts);
  take(state.messages, part.messages);
  take(state.message_counts, part.message_counts);
  return part;
}

std::optional<ShardState> merge(std::span<const ShardState* const> states, Diagnostics& said) {
  if (states.empty()) {
    said.expected({}, "no-state", "no state", "at least one");
    return std::nullopt;
  }
  if (!same_plans(states, said)) return std::nullopt;
  NameUnion shards = unite(states, &ShardState::shards);
  NameUnion runs = unite(states, &ShardState::runs);
  ShardState out;
  out.plan = states.front()->plan;
  out.measures = states.front()->measures;
  out.shards = shards.names;
  out.runs = runs.names;
  if (!unite_shard_rows(states, shards, out, said)) return std::nullopt;
  RowMerge(states, runs, shards, out, said).merge();
  if (!said.ok()) return std::nullopt;

  for (std::size_t s = 0; s < states.size(); ++s) {
    for (ShardCounts counts : states[s]->counts) {
      renumber(counts, shards, runs, s);
      out.counts.push_back(std::move(counts));
    }
    for (ShardMessageCount count : states[s]->message_counts) {
      renumber(count, shards, runs, s);
      out.message_counts.push_back(std::move(count));
    }
  }
  const auto of_run = [](const ShardCounts& counts) { return std::pair(counts.shard, counts.run); };
  std::ranges::sort(out.counts, {}, of_run);
  out.counts.erase(std::ranges::unique(out.counts, {}, of_run).begin(), out.counts.end());
  std::ranges::sort(out.message_counts, {}, count_key);
  out.message_counts.erase(std::ranges::unique(out.message_counts, {}, count_key).begin(),
                           out.message_counts.end());
  unite_messages(states, shards, runs, out);
  return out;
}

}  // namespace fovea
