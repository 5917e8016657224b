// Runs for pools, written as lists of documents.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fovea.h"
#include "pools/pool.h"
#include "pools/pooling.h"
#include "pools/ranked_lists.h"

namespace fovea::pools {

using Documents = std::vector<std::string>;

/// Runs of one or more topics, which hold still while a pool is made from them.
class ToyRuns {
 public:
  /// A run that answers topic "t".
  void add(const std::string& name, const std::string& group, const Documents& documents) {
    add(name, group, std::map<std::string, Documents>{{"t", documents}});
  }
  void add(const std::string& name, const std::string& group,
           const std::map<std::string, Documents>& topics) {
    std::vector<ResultRow> rows;
    for (const auto& [topic, documents] : topics) {
      for (const std::string& doc : documents) {
        ResultRow& row = rows.emplace_back();
        row.topic = topic;
        row.doc = doc;
      }
    }
    runs_.push_back(make_run(name, rows));
    pooled_.push_back({name, group, name + ".run", std::string(64, '0')});
    pointers_.clear();
    for (const Run& run : runs_) pointers_.push_back(&run);
  }

  PoolSource source() const { return {pointers_, pooled_, nullptr}; }
  const std::vector<PooledRun>& pooled() const { return pooled_; }

 private:
  std::deque<Run> runs_;
  std::vector<const Run*> pointers_;
  std::vector<PooledRun> pooled_;
};

inline Documents documents_of(const PoolTopic& topic) {
  Documents out;
  for (const PoolItem& item : topic.items) out.push_back(item.doc);
  return out;
}

inline std::vector<std::uint32_t> turns_of(const PoolTopic& topic) {
  std::vector<std::uint32_t> out;
  for (const PoolItem& item : topic.items) out.push_back(item.by);
  return out;
}

}  // namespace fovea::pools
