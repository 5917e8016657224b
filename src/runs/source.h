// What stands behind a Run: a reader of one family of formats.
//
// Two exist. ColumnSource reads rows from the mapped file whenever a topic is asked for; StoredSource holds
// the results of formats that have to be parsed as a whole.
#pragma once

#include <string>
#include <string_view>

#include "runs/run.h"

namespace fovea {

class Run::Source {
 public:
  Source(std::string file, const RunFormat& format) : file_(std::move(file)), format_(&format) {}
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  const std::string& file() const { return file_; }
  const RunFormat& format() const { return *format_; }
  const RunDetails& details() const { return details_; }

  virtual std::size_t topics() const = 0;
  virtual std::string_view topic(std::size_t index) const = 0;
  virtual const TopicTimes* times(std::size_t index) const = 0;
  virtual const RunQuestion* question(std::size_t /*index*/) const { return nullptr; }
  virtual void read(std::size_t index, TopicResults& out, Diagnostics& diagnostics) const = 0;

 protected:
  std::string file_;
  const RunFormat* format_;
  RunDetails details_;
};

}  // namespace fovea
