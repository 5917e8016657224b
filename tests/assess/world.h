// A small store: three documents, two topics, two assessors.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "assess/store.h"
#include "assess/writer.h"
#include "collection_fixture.h"
#include "files/sha256.h"
#include "pools/methods/method.h"
#include "temporary_folder.h"

namespace fovea::assess {

/// The value of an outcome that must be one.
template <class Value>
Value must(Outcome<Value> outcome) {
  if (const auto* const refused = std::get_if<Refused>(&outcome)) {
    ADD_FAILURE() << refused->message;
    return {};
  }
  return std::get<Value>(std::move(outcome));
}

/// The number of an act that is its `n`th.
inline std::string op_of(std::uint64_t n) {
  std::string op(16, 'o');
  for (int i = 0; i < 8; ++i) op[static_cast<std::size_t>(i)] = static_cast<char>(n >> (8 * i) & 0xff);
  return op;
}

inline pools::Pool pool_of(const std::vector<std::pair<std::string, std::vector<std::string>>>& topics,
                           std::uint32_t batch = 1) {
  pools::Pool pool;
  pool.settings.method = &pools::methods::kRoundRobin;
  pool.batch = batch;
  pool.runs = {{"r", "R", "r.run", "00"}};
  for (const auto& [id, documents] : topics) {
    pools::PoolTopic& topic = pool.topics.emplace_back();
    topic.id = id;
    topic.reach = {static_cast<std::uint32_t>(documents.size())};
    for (std::uint32_t i = 0; i < documents.size(); ++i)
      topic.items.push_back({documents[i], 0, i < 2 ? 1 : batch, {{0, i + 1}}});
  }
  return pool;
}

class World {
 public:
  static constexpr Offset kLength = 40;

  World() {
    const std::string text(kLength, 'x');
    const std::string xml = "<t>" + text + "</t>";
    make_collection(folder / "c.fovea", {{"a", xml}, {"b", xml}, {"c", xml}});
    Diagnostics said;
    collection = Collection::open(folder / "c.fovea", said);
    sum = sha256(text);
    rules.collection = &*collection;
    rules.forms = {{"b", "Before", true, false, {{"B1", "How?", AnswerKind::kText, {}, false, false}}}};
    path = folder / "s.assess";
    Store store = Store::create(path);
    store.database().run("PRAGMA synchronous = OFF");  // only the tests of the writer are about the disk
    Transaction transaction(store.database());
    must(store.add_pool(pool_of({{"1", {"a", "b"}}, {"2", {"a", "b"}}}), {}, *collection, {}));
    ann = must(store.add_account("ann", "assessor", "", {}));
    bob = must(store.add_account("bob", "assessor", "", {}));
    first = must(store.assign("1", ann, Part::kMain, {})).id;
    second = must(store.assign("1", bob, Part::kSecond, {})).id;
    transaction.commit();
  }

  Store open() const {
    Store store = Store::open(path, true);
    store.database().run("PRAGMA synchronous = OFF");
    return store;
  }

  Act act(EventKind kind, std::int64_t version, const std::string& doc = "a") {
    Act out;
    out.op = op_of(++acts_);
    out.kind = kind;
    out.base_version = version;
    out.doc = doc;
    out.sha256 = sum;
    return out;
  }
  Act mark(EventKind kind, Offset begin, Offset end, std::int64_t version, const std::string& doc = "a") {
    Act out = act(kind, version, doc);
    out.span = {begin, end};
    return out;
  }
  Act verdict(Status status, std::int64_t version, const std::string& doc = "a") {
    Act out = act(EventKind::kJudge, version, doc);
    out.verdict = status;
    return out;
  }
  Act entry(std::optional<Offset> at, std::int64_t version, const std::string& doc = "a") {
    Act out = act(EventKind::kBep, version, doc);
    out.bep = at;
    return out;
  }

  TemporaryFolder folder;
  std::optional<Collection> collection;
  std::string sum;
  std::string path;
  JudgingRules rules;
  std::int64_t ann = 0, bob = 0, first = 0, second = 0;

 private:
  std::uint64_t acts_ = 0;
};

inline const Refused* refused(const Outcome<Accepted>& outcome) {
  return std::get_if<Refused>(&outcome);
}

}  // namespace fovea::assess
