// The byte form of a state: a line that says what it is, the size of the header, the header as JSON (shard_header.h), and the
// columns as they stand in memory, in little-endian order.
#include <bit>
#include <cstring>
#include <utility>

#include "evaluate/shards/shard_header.h"
#include "evaluate/shards/shard_state.h"
#include "files/corrupt_file.h"

namespace fovea {

namespace {

static_assert(std::endian::native == std::endian::little, "columns are stored as they stand in memory");

constexpr std::string_view kShardStateKind = "fovea shard state 1\n";

template <class Number>
void put_column(std::string& bytes, const std::vector<Number>& column) {
  bytes.append(reinterpret_cast<const char*>(column.data()), column.size() * sizeof(Number));
}

class StateReader {
 public:
  explicit StateReader(std::string_view bytes) : left_(bytes) {}

  std::string_view take(std::uint64_t size) {
    if (size > left_.size()) throw CorruptFile("a state of a shard ends too early");
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }
  template <class Number>
  void column(std::vector<Number>& out, std::uint64_t rows) {
    if (rows > left_.size() / sizeof(Number)) throw CorruptFile("a state of a shard ends too early");
    const std::string_view taken = take(rows * sizeof(Number));
    out.resize(rows);
    if (rows > 0) std::memcpy(out.data(), taken.data(), taken.size());
  }
  bool at_end() const { return left_.empty(); }

 private:
  std::string_view left_;
};

}  // namespace

std::string to_bytes(const ShardState& state) {
  const std::string header = shard_header(state);
  const ShardRows& rows = state.rows;
  std::string bytes(kShardStateKind);
  bytes.reserve(bytes.size() + header.size() + rows.topics.size() + 32 +
                rows.size() * (16 + 8 * rows.values.size()));
  put_column(bytes, std::vector<std::uint64_t>{header.size(), rows.size()});
  bytes += header;
  put_column(bytes, rows.run);
  put_column(bytes, rows.shard);
  put_column(bytes, rows.topic_end);
  for (const std::vector<double>& column : rows.values) put_column(bytes, column);
  bytes += rows.topics;
  return bytes;
}

ShardState shard_state_from_bytes(std::string_view bytes) {
  if (!bytes.starts_with(kShardStateKind)) throw CorruptFile("this is no state of a shard");
  StateReader reader(bytes.substr(kShardStateKind.size()));
  std::vector<std::uint64_t> sizes;
  reader.column(sizes, 2);
  ShardState state = state_of_header(reader.take(sizes[0]));
  const std::uint64_t size = sizes[1];
  ShardRows& rows = state.rows;
  reader.column(rows.run, size);
  reader.column(rows.shard, size);
  reader.column(rows.topic_end, size);
  rows.values.resize(state.measures.size());
  for (std::vector<double>& column : rows.values) reader.column(column, size);
  const std::int64_t end = size == 0 ? 0 : rows.topic_end.back();
  if (end < 0) throw CorruptFile("a topic of a state ends before it begins");
  rows.topics = reader.take(static_cast<std::uint64_t>(end));
  if (!reader.at_end()) throw CorruptFile("something stands behind a state of a shard");
  check_rows(state);
  return state;
}

}  // namespace fovea
