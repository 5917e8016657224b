// The rows of a table by topic: topics as they come first, rows in their order.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <string_view>
#include <vector>

namespace fovea {

class TopicRows {
 public:
  /// Rows come in their order; `topic` must live as long as this.
  void add(std::string_view topic, std::size_t row) {
    if (topics_.empty() || topics_[current_].id != topic) {
      const auto [known, fresh] = index_.try_emplace(topic, topics_.size());
      if (fresh) topics_.push_back({topic, {}});
      current_ = known->second;
    }
    std::vector<Stretch>& rows = topics_[current_].rows;
    if (!rows.empty() && rows.back().end == row) {
      rows.back().end = row + 1;
    } else {
      rows.push_back({row, row + 1});
    }
  }

  std::size_t topics() const { return topics_.size(); }
  std::string_view topic(std::size_t index) const { return topics_[index].id; }

  template <typename Visit>
  void each_row(std::size_t index, const Visit& visit) const {
    for (const Stretch& stretch : topics_[index].rows) {
      for (std::size_t row = stretch.begin; row < stretch.end; ++row) visit(row);
    }
  }

 private:
  struct Stretch {
    std::size_t begin, end;
  };
  struct Topic {
    std::string_view id;
    std::vector<Stretch> rows;
  };

  std::vector<Topic> topics_;
  absl::flat_hash_map<std::string_view, std::size_t> index_;
  std::size_t current_ = 0;
};

}  // namespace fovea
