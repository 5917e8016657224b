#include "assess/live_pool.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "assess/export.h"
#include "files/output_file.h"
#include "pools/pool_file.h"

namespace fovea::assess {

namespace {

/// The topic alone, with the runs that its origins name.
pools::Pool topic_alone(const pools::Pool& pool, std::string_view topic) {
  pools::Pool out;
  out.settings = pool.settings;
  out.batch = pool.batch;
  out.runs = pool.runs;
  out.collection = pool.collection;
  out.topics.push_back(*pool.find(topic));
  return out;
}

/// Documents that the main assessor of a topic has not judged; nothing while it has none.
std::optional<std::size_t> left_to_judge(Store& store, const std::string& topic) {
  const auto assignment = store.assignment_of(topic, Part::kMain);
  if (!assignment) return std::nullopt;
  const auto items = store.items(*assignment);
  return static_cast<std::size_t>(
      std::ranges::count_if(items, [](const ItemState& item) { return item.state.status == Status::kOpen; }));
}

}  // namespace

LivePool::LivePool(pools::Pool pool, Place place, pools::OpenedRuns opened, const Collection& collection,
                   StoreWriter& writer, std::function<std::int64_t()> now_ms,
                   std::function<void(const std::string&)> complain, Diagnostics& said)
    : place_(std::move(place)),
      opened_(std::move(opened)),
      runs_(opened_.pointers()),
      collection_(collection),
      writer_(writer),
      now_ms_(std::move(now_ms)),
      complain_(std::move(complain)),
      growing_(std::move(pool), pools::PoolSource{runs_, opened_.pooled, &collection_}, said) {
  pool_ = std::make_shared<const pools::Pool>(growing_.pool());
  for (const pools::PoolTopic& topic : growing_.pool().topics) mark(topic.id);
}

void LivePool::mark(const std::string& topic) {
  const auto work = [this, topic] {
    try {
      extend(topic);
    } catch (const std::exception& error) {
      // The next verdict tries again.
      complain_(error.what());
    }
  };
  worker_.add(topic, work, 1);
}

std::shared_ptr<const pools::Pool> LivePool::pool() const {
  const std::scoped_lock lock(mutex_);
  return pool_;
}

void LivePool::extend(const std::string& topic) {
  {
    Store store = Store::open(place_.store, false);
    const auto left = left_to_judge(store, topic);
    if (!left || *left >= kLeast) return;
    if (growing_.grow(topic, judgements_in(store, {.topic = topic, .collection = &collection_}), kLeast) == 0)
      return;
  }
  OutputFile out(place_.pool);
  out.write(pools::to_json_lines(growing_.pool()));
  out.commit();
  const auto added = writer_
                         .submit([this, grown = topic_alone(growing_.pool(), topic)](Store& store) {
                           return store.add_pool(grown, {}, collection_, {std::nullopt, now_ms_()});
                         })
                         .get();
  if (const auto* const refused = std::get_if<Refused>(&added)) complain_(refused->message);
  const std::scoped_lock lock(mutex_);
  pool_ = std::make_shared<const pools::Pool>(growing_.pool());
}

}  // namespace fovea::assess
