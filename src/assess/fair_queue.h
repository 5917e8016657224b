// A queue in which those who wait take turns: whoever has much in it delays nobody but themselves.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace fovea::assess {

/// Items with one key leave in the order they came. Not safe for several threads at once.
template <class Item>
class FairQueue {
 public:
  void push(const std::string& key, Item item) {
    std::deque<Item>& own = items_[key];
    if (own.empty()) turns_.push_back(key);
    own.push_back(std::move(item));
    ++size_;
  }

  /// The next item of the next key that `ready` accepts; nothing when there is none.
  template <class Ready>
  std::optional<Item> pop(const Ready& ready) {
    for (std::size_t tries = turns_.size(); tries > 0; --tries) {
      std::string key = std::move(turns_.front());
      turns_.pop_front();
      if (!ready(key)) {
        turns_.push_back(std::move(key));
        continue;
      }
      const auto place = items_.find(key);
      std::optional<Item> out(std::move(place->second.front()));
      place->second.pop_front();
      --size_;
      place->second.empty() ? void(items_.erase(place)) : turns_.push_back(std::move(key));
      return out;
    }
    return std::nullopt;
  }
  std::optional<Item> pop() {
    return pop([](const std::string&) { return true; });
  }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  std::size_t size_of(const std::string& key) const {
    const auto found = items_.find(key);
    return found == items_.end() ? 0 : found->second.size();
  }
  void clear() { *this = {}; }

 private:
  std::map<std::string, std::deque<Item>> items_;  ///< no deque is empty
  std::deque<std::string> turns_;                  ///< each key of it once
  std::size_t size_ = 0;
};

}  // namespace fovea::assess
