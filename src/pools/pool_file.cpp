#include "pools/pool_file.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "files/json.h"
#include "files/json_writer.h"
#include "files/lines.h"
#include "pools/methods/method.h"
#include "text/numbers.h"

namespace fovea::pools {

namespace {

using Kind = JsonValue::Kind;

/// Reads line by line; what is wrong in a line is said, and the next one is read.
class PoolReader {
 public:
  PoolReader(const InputFile& file, Diagnostics& said) : file_(file), said_(said) {}

  std::optional<Pool> read() {
    const std::uint64_t errors = said_.errors();
    LineReader lines(file_.bytes());
    for (std::string_view line; lines.next(line);) {
      line_ = lines.line_number();
      text_ = line;
      JsonFault fault;
      const auto value = parser_.parse(line, fault);
      const JsonReader reader([this](std::size_t byte) { return place(byte); }, said_);
      if (!value) {
        report(fault, place(fault.byte), said_);
      } else if (reader.check(*value, Kind::kObject)) {
        read_line(*value, reader);
      }
      // Without a header nothing that follows can be understood.
      if (!header_) break;
    }
    if (line_ == 0) said_.expected({file_.name(), 1}, "bad-pool", "nothing", "the header of a pool");
    return said_.errors() == errors ? std::optional(std::move(pool_)) : std::nullopt;
  }

 private:
  Place place(std::size_t byte) const {
    return {file_.name(), line_, column_of(text_, text_.substr(std::min(byte, text_.size())))};
  }

  void read_line(const JsonValue& value, const JsonReader& reader) {
    if (!header_) {
      header_ = read_header(value, reader);
    } else if (value.find("doc") != nullptr) {
      read_item(value, reader);
    } else {
      read_topic(value, reader);
    }
  }

  /// A whole number from `least` on.
  std::optional<std::uint32_t> whole(const JsonValue& value, std::uint32_t least,
                                     const JsonReader& reader) const {
    const auto number = value.offset();
    if (number && *number >= least) return *number;
    reader.wrong(value, fmt::format("a whole number from {} on", least));
    return std::nullopt;
  }
  std::optional<std::uint32_t> need_whole(const JsonValue& object, std::string_view name, std::uint32_t least,
                                          const JsonReader& reader) const {
    const JsonValue* const value = reader.need(object, name, Kind::kNumber);
    return value == nullptr ? std::nullopt : whole(*value, least, reader);
  }
  void want_whole(const JsonValue& object, std::string_view name, std::size_t& out,
                  const JsonReader& reader) const {
    if (const JsonValue* const value = reader.want(object, name, Kind::kNumber)) {
      if (const auto number = whole(*value, 0, reader)) out = *number;
    }
  }
  /// One of two words; the first is what holds when there is none.
  bool is_second(const JsonValue& object, std::string_view name, std::string_view first,
                 std::string_view second, const JsonReader& reader) const {
    const JsonValue* const value = reader.want(object, name, Kind::kString);
    if (value == nullptr || value->text == first) return false;
    if (value->text != second) reader.wrong(*value, fmt::format("{} or {}", first, second));
    return value->text == second;
  }

  bool read_header(const JsonValue& value, const JsonReader& reader) {
    const JsonValue* const version = reader.need(value, "pool", Kind::kNumber);
    if (version == nullptr) return false;
    if (version->text != "1") {
      reader.wrong(*version, "1, the version of pool files that is known here");
      return false;
    }
    PoolSettings& settings = pool_.settings;
    if (const JsonValue* const method = reader.need(value, "method", Kind::kString)) {
      settings.method = find_method(method->text);
      if (settings.method == nullptr) reader.wrong(*method, "one of " + method_names());
    }
    want_whole(value, "size", settings.size, reader);
    want_whole(value, "depth", settings.depth, reader);
    want_whole(value, "base", settings.base, reader);
    settings.by = is_second(value, "by", "group", "run", reader) ? TurnsOf::kRuns : TurnsOf::kGroups;
    settings.credit = is_second(value, "credit", "played", "all", reader) ? Credit::kAll : Credit::kPlayed;
    if (const JsonValue* const finish = reader.want(value, "finish_round", Kind::kBoolean))
      settings.finish_round = finish->boolean;
    if (const JsonValue* const rho = reader.want(value, "rho", Kind::kNumber)) {
      settings.rho = parse_number(rho->text).value_or(-1);
      if (!(settings.rho >= 0 && settings.rho <= 1)) reader.wrong(*rho, "a number from 0 to 1");
    }
    if (const JsonValue* const seed = reader.need(value, "seed", Kind::kNumber)) {
      const auto number = parse_integer(seed->text);
      if (!number || *number < 0) reader.wrong(*seed, "a whole number from 0 on");
      settings.seed = static_cast<std::uint64_t>(number.value_or(0));
    }
    pool_.batch = need_whole(value, "batch", 1, reader).value_or(1);
    if (const JsonValue* const collection = reader.want(value, "collection", Kind::kString))
      pool_.collection = collection->text;
    const JsonValue* const runs = reader.need(value, "runs", Kind::kArray);
    for (std::size_t i = 0; runs != nullptr && i < runs->items.size(); ++i) read_run(runs->items[i], reader);
    return runs != nullptr && settings.method != nullptr;
  }

  void read_run(const JsonValue& value, const JsonReader& reader) {
    PooledRun run;
    for (const auto& [name, field] : {std::pair{"run", &PooledRun::name},
                                      {"group", &PooledRun::group},
                                      {"file", &PooledRun::file},
                                      {"sha256", &PooledRun::sha256}}) {
      if (const JsonValue* const text = reader.need(value, name, Kind::kString)) run.*field = text->text;
    }
    if (const JsonValue* const name = value.find("run"); name != nullptr && !names_.insert(run.name).second)
      reader.wrong(*name, "a run that has not been named before");
    pool_.runs.push_back(std::move(run));
  }

  void read_topic(const JsonValue& value, const JsonReader& reader) {
    documents_.clear();
    PoolTopic& topic = pool_.topics.emplace_back();
    if (const JsonValue* const id = reader.need(value, "topic", Kind::kString)) {
      topic.id = id->text;
      if (!topics_.insert(id->text).second) reader.wrong(*id, "a topic that has not come before");
    }
    topic.unknown = need_whole(value, "unknown", 0, reader).value_or(0);
    if (const JsonValue* const size = reader.want(value, "size", Kind::kNumber))
      topic.size = whole(*size, 0, reader);
    if (const JsonValue* const reach = reader.need(value, "reach", Kind::kArray)) {
      for (const JsonValue& depth : reach->items) topic.reach.push_back(whole(depth, 0, reader).value_or(0));
      if (topic.reach.size() != pool_.runs.size())
        reader.wrong(*reach, fmt::format("a depth for each of the {} runs", pool_.runs.size()));
    }
    // What is wrong has been said; items are checked against something that can be asked.
    topic.reach.resize(pool_.runs.size());
  }

  void read_item(const JsonValue& value, const JsonReader& reader) {
    const JsonValue* const id = reader.need(value, "topic", Kind::kString);
    if (id == nullptr) return;
    if (pool_.topics.empty() || pool_.topics.back().id != id->text) {
      reader.wrong(*id, pool_.topics.empty()
                            ? "a topic, before its items"
                            : fmt::format("topic {}, whose items these are", quote(pool_.topics.back().id)));
      return;
    }
    PoolTopic& topic = pool_.topics.back();
    PoolItem item;
    if (const JsonValue* const doc = reader.need(value, "doc", Kind::kString)) {
      item.doc = doc->text;
      if (!documents_.insert(doc->text).second)
        reader.wrong(*doc, "a document that the topic does not have yet");
    }
    const auto place = need_whole(value, "place", 1, reader);
    if (place && *place != topic.items.size() + 1)
      reader.wrong(*value.find("place"), fmt::format("place {}", topic.items.size() + 1));
    item.batch = need_whole(value, "batch", 1, reader).value_or(1);
    if (item.batch > pool_.batch)
      reader.wrong(*value.find("batch"),
                   fmt::format("at most {}, the last batch of the header", pool_.batch));
    read_origins(value, item, reader);
    if (const auto by = need_whole(value, "by", 0, reader)) {
      item.by = *by;
      const auto origin = std::ranges::find(item.origins, item.by, &Origin::run);
      if (origin == item.origins.end() || !contributed(topic, *origin))
        reader.wrong(*value.find("by"), "one of the runs of its origins, within its reach");
    }
    topic.items.push_back(std::move(item));
  }

  void read_origins(const JsonValue& value, PoolItem& item, const JsonReader& reader) const {
    const JsonValue* const origins = reader.need(value, "origins", Kind::kArray);
    if (origins == nullptr) return;
    for (const JsonValue& origin : origins->items) {
      if (!origin.is(Kind::kArray) || origin.items.size() != 2) {
        reader.wrong(origin, "a run and a rank: [0,1]");
        continue;
      }
      const auto run = whole(origin.items[0], 0, reader);
      const auto rank = whole(origin.items[1], 1, reader);
      if (!run || !rank) continue;
      if (*run >= pool_.runs.size() || (!item.origins.empty() && *run <= item.origins.back().run)) {
        reader.wrong(origin.items[0],
                     fmt::format("the number of a run below {}, in ascending order", pool_.runs.size()));
      } else {
        item.origins.push_back({*run, *rank});
      }
    }
  }

  const InputFile& file_;
  Diagnostics& said_;
  JsonParser parser_;
  std::uint64_t line_ = 0;
  std::string_view text_;
  bool header_ = false;
  Pool pool_;
  absl::flat_hash_set<std::string> names_, topics_, documents_;
};

std::string header_of(const Pool& pool) {
  const PoolSettings& settings = pool.settings;
  const PoolMethod& method = *settings.method;
  std::string out;
  JsonWriter json(out);
  json.open('{').member("pool", 1).member("method", method.name);
  method.by_depth ? json.member("depth", settings.depth) : json.member("size", settings.size);
  if (method.adaptive()) {
    json.member("base", settings.base).member("rho", settings.rho);
    json.member("credit", settings.credit == Credit::kAll ? "all" : "played");
  } else if (!method.by_depth) {
    json.member("by", settings.by == TurnsOf::kRuns ? "run" : "group");
    json.member("finish_round", settings.finish_round);
  }
  json.member("seed", settings.seed).member("batch", pool.batch).key("runs").open('[');
  for (const PooledRun& run : pool.runs) {
    json.open('{').member("run", run.name).member("group", run.group);
    json.member("file", run.file).member("sha256", run.sha256).close('}');
  }
  json.close(']');
  if (!pool.collection.empty()) json.member("collection", pool.collection);
  json.close('}');
  return out + "\n";
}

}  // namespace

std::optional<Pool> read_pool(const InputFile& file, Diagnostics& said) {
  return PoolReader(file, said).read();
}

std::string to_json_lines(const Pool& pool) {
  std::string out = header_of(pool);
  for (const PoolTopic& topic : pool.topics) {
    JsonWriter head(out);
    head.open('{').member("topic", topic.id).key("reach").open('[');
    for (const auto reach : topic.reach) head.value(reach);
    head.close(']').member("unknown", topic.unknown).member_if("size", topic.size).close('}');
    out += '\n';
    for (std::size_t place = 0; place < topic.items.size(); ++place) {
      const PoolItem& item = topic.items[place];
      JsonWriter json(out);
      json.open('{').member("topic", topic.id).member("doc", item.doc);
      json.member("place", place + 1).member("by", item.by).key("origins").open('[');
      for (const auto& origin : item.origins) json.pair<std::uint64_t>(origin.run, origin.rank);
      json.close(']').member("batch", item.batch).close('}');
      out += '\n';
    }
  }
  return out;
}

}  // namespace fovea::pools
