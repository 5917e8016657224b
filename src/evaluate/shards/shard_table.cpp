#include "evaluate/shards/shard_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <numeric>
#include <utility>

#include "evaluate/shards/shard_header.h"
#include "files/corrupt_file.h"

namespace fovea {

namespace {

constexpr const char* kStateKey = "fovea.state";

/// "key: value" in the layout of the C data interface.
std::string metadata_of(std::string_view key, std::string_view value) {
  std::string out;
  const auto put = [&out](std::size_t number) {
    const auto narrow = static_cast<std::int32_t>(number);
    out.append(reinterpret_cast<const char*>(&narrow), sizeof narrow);
  };
  put(1);
  put(key.size());
  out += key;
  put(value.size());
  out += value;
  return out;
}

/// Texts in Arrow's layout.
struct TextBuffer {
  std::vector<std::int64_t> offsets{0};
  std::string bytes;

  void add(std::string_view text) {
    bytes += text;
    offsets.push_back(static_cast<std::int64_t>(bytes.size()));
  }
};

/// Everything that a table points into. It lives until the last part of the table is released.
class ExportedState {
 public:
  explicit ExportedState(std::shared_ptr<const ShardState> state)
      : state_(std::move(state)), metadata_(metadata_of(kStateKey, shard_header(*state_))) {
    const ShardRows& rows = state_->rows;
    for (const std::string& run : state_->runs) runs_.add(run);
    for (const std::string& shard : state_->shards) shards_.add(shard);
    topic_offsets_.reserve(rows.size() + 1);
    topic_offsets_.push_back(0);
    topic_offsets_.insert(topic_offsets_.end(), rows.topic_end.begin(), rows.topic_end.end());
    validity_.assign(rows.size() / 8 + 1, 0);
    run_codes_ = rows.run;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (run_codes_[row] == kNoRun) {
        run_codes_[row] = 0;
      } else {
        validity_[row / 8] |= static_cast<std::uint8_t>(1U << (row % 8));
      }
    }
  }

  const ShardState& state() const { return *state_; }
  const std::string& metadata() const { return metadata_; }

  /// By column: format, name, and the values of categories or nullptr.
  struct Column {
    const char* format;
    std::string name;
    const TextBuffer* categories;
    std::array<const void*, 3> buffers;
    std::int64_t n_buffers;
  };
  std::vector<Column> columns() const {
    const ShardRows& rows = state_->rows;
    std::vector<Column> out = {
        {"i", "run", &runs_, {validity_.data(), run_codes_.data(), nullptr}, 2},
        {"U", "topic", nullptr, {nullptr, topic_offsets_.data(), rows.topics.data()}, 3},
        {"i", "shard", &shards_, {nullptr, rows.shard.data(), nullptr}, 2}};
    for (std::size_t m = 0; m < rows.values.size(); ++m)
      out.push_back({"g", state_->measures[m], nullptr, {nullptr, rows.values[m].data(), nullptr}, 2});
    return out;
  }

  bool given = false;  ///< the one batch of the stream

 private:
  std::shared_ptr<const ShardState> state_;
  std::string metadata_;
  TextBuffer runs_, shards_;
  std::vector<std::int64_t> topic_offsets_;
  std::vector<std::int32_t> run_codes_;
  std::vector<std::uint8_t> validity_;
};

using SharedState = std::shared_ptr<ExportedState>;

/// A schema or an array with its children, and what keeps them alive.
template <class Part>
struct ExportedPart {
  SharedState owner;
  std::vector<ExportedState::Column> columns;
  std::vector<Part> children;
  std::vector<Part*> pointers;
  std::vector<Part> dictionaries;
  std::vector<std::array<const void*, 3>> dictionary_buffers;
  std::array<const void*, 1> no_validity{};
};

template <class Part>
void release_nothing(Part* part) {
  part->release = nullptr;
}

template <class Part>
void release_all(Part* part) {
  auto* const owned = static_cast<ExportedPart<Part>*>(part->private_data);
  for (Part& child : owned->children) {
    if (child.release != nullptr) child.release(&child);
  }
  delete owned;
  part->release = nullptr;
}

template <class Part>
ExportedPart<Part>* make_part(const SharedState& state) {
  auto* const part = new ExportedPart<Part>();  // released by release_all()
  part->owner = state;
  part->columns = state->columns();
  part->children.resize(part->columns.size());
  part->dictionaries.resize(part->columns.size());
  part->dictionary_buffers.resize(part->columns.size());
  for (Part& child : part->children) part->pointers.push_back(&child);
  return part;
}

void export_schema(const SharedState& state, ArrowSchema& out) {
  auto* const part = make_part<ArrowSchema>(state);
  for (std::size_t c = 0; c < part->columns.size(); ++c) {
    const ExportedState::Column& column = part->columns[c];
    ArrowSchema& child = part->children[c];
    child.format = column.format;
    child.name = column.name.c_str();
    child.flags = ARROW_FLAG_NULLABLE;
    child.release = release_nothing<ArrowSchema>;
    if (column.categories == nullptr) continue;
    ArrowSchema& dictionary = part->dictionaries[c];
    dictionary.format = "U";
    dictionary.flags = ARROW_FLAG_NULLABLE;
    dictionary.release = release_nothing<ArrowSchema>;
    child.dictionary = &dictionary;
  }
  out = {};
  out.format = "+s";
  out.metadata = state->metadata().data();
  out.n_children = static_cast<std::int64_t>(part->children.size());
  out.children = part->pointers.data();
  out.private_data = part;
  out.release = release_all<ArrowSchema>;
}

void export_batch(const SharedState& state, ArrowArray& out) {
  auto* const part = make_part<ArrowArray>(state);
  const auto rows = static_cast<std::int64_t>(state->state().rows.size());
  for (std::size_t c = 0; c < part->columns.size(); ++c) {
    ExportedState::Column& column = part->columns[c];
    ArrowArray& child = part->children[c];
    child.length = rows;
    child.null_count = c == 0 ? -1 : 0;
    child.n_buffers = column.n_buffers;
    child.buffers = column.buffers.data();
    child.release = release_nothing<ArrowArray>;
    if (column.categories == nullptr) continue;
    part->dictionary_buffers[c] = {nullptr, column.categories->offsets.data(),
                                   column.categories->bytes.data()};
    ArrowArray& dictionary = part->dictionaries[c];
    dictionary.length = static_cast<std::int64_t>(column.categories->offsets.size()) - 1;
    dictionary.n_buffers = 3;
    dictionary.buffers = part->dictionary_buffers[c].data();
    dictionary.release = release_nothing<ArrowArray>;
    child.dictionary = &dictionary;
  }
  out = {};
  out.length = rows;
  out.n_buffers = 1;
  out.buffers = part->no_validity.data();
  out.n_children = static_cast<std::int64_t>(part->children.size());
  out.children = part->pointers.data();
  out.private_data = part;
  out.release = release_all<ArrowArray>;
}

SharedState& state_of(ArrowArrayStream* stream) {
  return *static_cast<SharedState*>(stream->private_data);
}

/// Callbacks of C: nothing may be thrown through them.
template <class Work>
int without_exceptions(const Work& work) noexcept {
  try {
    work();
    return 0;
  } catch (...) {
    return ENOMEM;
  }
}

/// The number of a name among sorted ones.
std::int32_t number_of_name(const std::vector<std::string>& names, std::string_view name) {
  const auto found =
      std::ranges::lower_bound(names, name, {}, [](const std::string& one) { return std::string_view(one); });
  if (found == names.end() || *found != name)
    throw CorruptFile("a row names a run or shard that its table does not");
  return static_cast<std::int32_t>(found - names.begin());
}

ShardState read_state(const ArrowTable& table) {
  const auto header = table.metadata(kStateKey);
  if (!header) throw CorruptFile("its schema has no metadata fovea.state");
  ShardState state = state_of_header(*header);
  const ArrowColumn* const run = table.find("run");
  const ArrowColumn* const topic = table.find("topic");
  const ArrowColumn* const shard = table.find("shard");
  if (run == nullptr || topic == nullptr || shard == nullptr)
    throw CorruptFile("it has no columns run, topic and shard");
  std::vector<const ArrowColumn*> measures;
  for (const std::string& name : state.measures) {
    measures.push_back(table.find(name));
    if (measures.back() == nullptr) throw CorruptFile(fmt::format("it has no column {}", quote(name)));
  }
  struct Key {
    std::int32_t run;
    std::string_view topic;
    auto operator<=>(const Key&) const = default;
  };
  std::vector<Key> keys(table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const auto name = run->empty(row) ? std::optional<std::string_view>() : run->text(row);
    keys[row].run = name ? number_of_name(state.runs, *name) : kNoRun;
    const auto id = topic->text(row);
    if (!id) throw CorruptFile("a row has no topic");
    keys[row].topic = *id;
  }
  std::vector<std::size_t> order(table.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!std::ranges::is_sorted(keys)) std::ranges::sort(order, {}, [&](std::size_t row) { return keys[row]; });
  ShardRows& rows = state.rows;
  rows.values.resize(state.measures.size());
  for (const std::size_t row : order) {
    rows.run.push_back(keys[row].run);
    rows.shard.push_back(number_of_name(state.shards, shard->text(row).value_or("")));
    rows.topics += keys[row].topic;
    rows.topic_end.push_back(static_cast<std::int64_t>(rows.topics.size()));
    for (std::size_t m = 0; m < measures.size(); ++m) {
      const auto value = measures[m]->number(row);
      if (!value) throw CorruptFile("a row has no score");
      rows.values[m].push_back(*value);
    }
  }
  check_rows(state);
  return state;
}

}  // namespace

void export_state(std::shared_ptr<const ShardState> state, ArrowArrayStream& out) {
  out = {};
  out.private_data = new SharedState(std::make_shared<ExportedState>(std::move(state)));
  out.get_schema = [](ArrowArrayStream* stream, ArrowSchema* schema) {
    return without_exceptions([&] { export_schema(state_of(stream), *schema); });
  };
  out.get_next = [](ArrowArrayStream* stream, ArrowArray* batch) {
    *batch = {};
    if (std::exchange(state_of(stream)->given, true)) return 0;
    return without_exceptions([&] { export_batch(state_of(stream), *batch); });
  };
  out.get_last_error = [](ArrowArrayStream*) -> const char* { return nullptr; };
  out.release = [](ArrowArrayStream* stream) {
    delete static_cast<SharedState*>(stream->private_data);
    stream->release = nullptr;
  };
}

std::optional<ShardState> state_of_table(const ArrowTable& table, Diagnostics& diagnostics) {
  try {
    return read_state(table);
  } catch (const CorruptFile& fault) {
    diagnostics.error({}, "bad-state",
                      fmt::format("found a table that is no state of a shard: {}", fault.what()));
    return std::nullopt;
  }
}

}  // namespace fovea
