// Tables from another library: any numbers in buffers of the sizes that a producer of such a table would have.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "files/arrow_table.h"
#include "judgements/table_judgements.h"
#include "runs/table_run.h"

namespace {

using fovea::ArrowTable;

/// Takes numbers from the input, zeros once it is used up.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  std::uint8_t next() { return at_ < size_ ? data_[at_++] : 0; }
  bool ended() const { return at_ >= size_; }
  void fill(std::vector<std::uint8_t>& buffer) {
    for (std::uint8_t& byte : buffer) byte = next();
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

/// The columns, schemas and buffers of one table, which live as long as this.
class Producer {
 public:
  explicit Producer(Bytes& bytes) : bytes_(bytes) {
    static constexpr std::array kNames = {"topic", "doc",   "begin", "end", "score",
                                          "rank",  "grade", "spans", "run", "text"};
    rows_ = bytes_.next() % 12;
    const std::size_t columns = bytes_.next() % 8;
    for (std::size_t c = 0; c < columns; ++c) {
      ArrowSchema& schema = schemas_.emplace_back();
      ArrowArray& array = arrays_.emplace_back();
      schema_parts_.push_back(&schema);
      array_parts_.push_back(&array);
      make(schema, array, rows_, 0);
      schema.name = kNames[(bytes_.next() + c) % kNames.size()];
    }
  }

  ArrowArrayStream stream() {
    ArrowArrayStream out{};
    out.private_data = this;
    out.get_schema = [](ArrowArrayStream* from, ArrowSchema* schema) {
      auto& self = *static_cast<Producer*>(from->private_data);
      *schema = {};
      schema->format = "+s";
      schema->n_children = static_cast<std::int64_t>(self.schema_parts_.size());
      schema->children = self.schema_parts_.data();
      schema->release = [](ArrowSchema* released) { released->release = nullptr; };
      return 0;
    };
    out.get_next = [](ArrowArrayStream* from, ArrowArray* array) {
      auto& self = *static_cast<Producer*>(from->private_data);
      *array = {};
      if (self.batches_-- <= 0) return 0;
      array->length = self.rows_;
      array->n_children = static_cast<std::int64_t>(self.array_parts_.size());
      array->children = self.array_parts_.data();
      array->release = [](ArrowArray* released) { released->release = nullptr; };
      return 0;
    };
    out.get_last_error = [](ArrowArrayStream*) -> const char* { return "no reason"; };
    out.release = [](ArrowArrayStream* from) { from->release = nullptr; };
    return out;
  }

 private:
  /// Offsets below this are good whatever they are: texts and items are as many.
  static constexpr std::size_t kLongest = 64;

  const void* buffer(std::size_t size) {
    auto& made = buffers_.emplace_back(size + 1);
    bytes_.fill(made);
    return made.data();
  }

  /// Numbers that are small enough for what they point at, and any now and then.
  template <class Offset>
  const void* offsets(std::int64_t count) {
    auto& made = buffers_.emplace_back(static_cast<std::size_t>(count) * sizeof(Offset));
    Offset offset = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      const std::uint8_t step = bytes_.next();
      offset = step == 255 ? static_cast<Offset>(-1) : static_cast<Offset>(offset + step % 6);
      if (offset > static_cast<Offset>(kLongest)) offset = static_cast<Offset>(kLongest);
      std::memcpy(made.data() + static_cast<std::size_t>(i) * sizeof(Offset), &offset, sizeof offset);
    }
    return made.data();
  }

  void make(ArrowSchema& schema, ArrowArray& array, std::int64_t rows, int depth) {
    struct Known {
      const char* format;
      std::size_t width;
    };
    static constexpr std::array kFormats = {
        Known{"c", 1},  Known{"C", 1},    Known{"s", 2}, Known{"S", 2},   Known{"i", 4},
        Known{"I", 4},  Known{"l", 8},    Known{"L", 8}, Known{"f", 4},   Known{"g", 8},
        Known{"b", 1},  Known{"u", 0},    Known{"U", 0}, Known{"vu", 16}, Known{"+l", 0},
        Known{"+L", 0}, Known{"+w:2", 0}, Known{"n", 0}, Known{"tdD", 4}, Known{"", 1}};
    const Known& known = kFormats[bytes_.next() % kFormats.size()];
    schema.format = known.format;
    array.offset = bytes_.next() % 4;
    array.length = rows;
    const std::int64_t all = array.offset + rows;
    auto& list = lists_.emplace_back();
    list.push_back(bytes_.next() % 2 == 0 ? nullptr : buffer(static_cast<std::size_t>(all) / 8));
    const std::string_view format = known.format;
    if (format == "u" || format == "+l") list.push_back(offsets<std::int32_t>(all + 1));
    if (format == "U" || format == "+L") list.push_back(offsets<std::int64_t>(all + 1));
    if (format == "u" || format == "U") list.push_back(buffer(kLongest));
    if (known.width > 0) list.push_back(buffer(static_cast<std::size_t>(all) * known.width));
    if (format == "vu") {
      list.push_back(buffer(kLongest));
      auto& sizes = buffers_.emplace_back(sizeof(std::int64_t), std::uint8_t{0});
      sizes[0] = kLongest;
      list.push_back(sizes.data());
    }
    if (bytes_.next() == 255) list.push_back(nullptr);
    array.n_buffers = static_cast<std::int64_t>(list.size());
    array.buffers = list.data();
    if (format.starts_with('+') && depth < 12) {
      ArrowSchema* const child_schema = &schemas_.emplace_back();
      ArrowArray* const child_array = &arrays_.emplace_back();
      auto& schema_list = schema_lists_.emplace_back(1, child_schema);
      auto& array_list = array_lists_.emplace_back(1, child_array);
      schema.n_children = array.n_children = 1;
      schema.children = schema_list.data();
      array.children = array_list.data();
      make(*child_schema, *child_array, format == "+w:2" ? 2 * all : static_cast<std::int64_t>(kLongest),
           depth + 1);
    }
    if (bytes_.next() % 4 == 0 && depth < 12) {
      schema.dictionary = &schemas_.emplace_back();
      array.dictionary = &arrays_.emplace_back();
      make(*schema.dictionary, *array.dictionary, bytes_.next() % 8, depth + 1);
    }
  }

  Bytes& bytes_;
  std::int64_t rows_ = 0;
  int batches_ = 2;
  std::deque<ArrowSchema> schemas_;
  std::deque<ArrowArray> arrays_;
  std::deque<std::vector<std::uint8_t>> buffers_;
  std::deque<std::vector<const void*>> lists_;
  std::deque<std::vector<ArrowSchema*>> schema_lists_;
  std::deque<std::vector<ArrowArray*>> array_lists_;
  std::vector<ArrowSchema*> schema_parts_;
  std::vector<ArrowArray*> array_parts_;
};

/// Looks at every cell in every way.
std::size_t look(const ArrowTable& table) {
  std::size_t sum = 0;
  for (const fovea::ArrowColumn& column : table.columns()) {
    for (std::size_t row = 0; row < table.rows(); ++row) {
      if (const auto text = column.text(row)) {
        for (const char letter : *text) sum += static_cast<unsigned char>(letter);
      }
      sum += column.number(row) ? 1 : 0;
      sum += column.whole(row) ? 1 : 0;
      const auto [cells, at] = column.at(row);
      if (cells->kind() == fovea::ArrowCells::Kind::kList && !column.empty(row)) {
        const auto [first, last] = cells->list(at);
        for (std::int64_t item = first; item < last; ++item) sum += cells->items().whole(item) ? 1 : 0;
      }
    }
  }
  return sum;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  Producer producer(bytes);
  ArrowArrayStream stream = producer.stream();
  fovea::Diagnostics said;
  auto table = ArrowTable::read(stream, "runs", said);
  if (!table) return 0;
  const volatile std::size_t seen = look(*table);
  static_cast<void>(seen);
  const auto shared = std::make_shared<const ArrowTable>(std::move(*table));
  fovea::TopicResults results;
  for (const fovea::Run& run : fovea::runs_of_table(shared, "runs", {}, said)) {
    for (std::size_t topic = 0; topic < run.topics(); ++topic) run.read(topic, results, said);
  }
  fovea::Diagnostics judged;
  fovea::judgements_of_table(*shared, "judgements", {}, judged);
  return 0;
}
