// A document as pages get it: its text, and its elements as columns.
#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "assess/http.h"
#include "collection/collection.h"

namespace fovea::assess {

/// Text, and elements as columns: begin, end, name (a number of `names`) and parent (a number, −1 for the root).
std::string columns_of(const Document& document);

/// Documents as they are sent: answers that are on their way share their bytes, and those asked for last are kept. Safe for several
/// threads.
class ColumnsCache {
 public:
  using Bytes = std::shared_ptr<const std::string>;
  Bytes find(const std::string& key, const std::function<std::string()>& make);

  /// Bytes that are kept though nobody sends them.
  static constexpr std::size_t kMostKept = std::size_t{8} << 20;

 private:
  std::mutex mutex_;
  std::map<std::string, std::weak_ptr<const std::string>> known_;
  std::list<Bytes> kept_;  ///< the last first
  std::size_t bytes_ = 0;
};

/// The columns as an answer, packed where the request takes that.
Response columns_response(const Document& document, const Request& request, ColumnsCache& cache);

}  // namespace fovea::assess
