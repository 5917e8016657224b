// Makes a Run that is held in memory: for formats that are parsed as a whole, for repaired and simulated
// runs.
//
//     RunBuilder builder("mine.run", run_formats::kPassage);
//     builder.open_topic("7");
//     builder.add({.doc = builder.keep(id), .span = {120, 480}, .kind = ResultKind::kPassage});
//     const Run run = std::move(builder).build();
#pragma once

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <memory>
#include <string>
#include <string_view>

#include "runs/run.h"
#include "text/text_store.h"

namespace fovea {

class RunBuilder {
 public:
  RunBuilder(std::string file, const RunFormat& format);
  RunBuilder(RunBuilder&&) noexcept;
  RunBuilder& operator=(RunBuilder&&) noexcept;
  ~RunBuilder();

  RunDetails& details();

  /// A copy of `text` that lives as long as the run; equal texts share one.
  std::string_view keep(std::string_view text);
  /// The same for a text that hardly comes again: nobody looks whether it does.
  std::string_view copy(std::string_view text);

  /// Results added from here on belong to this topic.
  void open_topic(std::string_view topic);
  /// The same, with a warning when the topic stood there before and others came between.
  void open_topic(std::string_view topic, const Place& place, Diagnostics& diagnostics);
  void set_times(const TopicTimes& times);
  /// Its texts are copied.
  void set_question(RunQuestion question);
  /// Makes room for so many results of this topic.
  void expect(std::size_t results);
  /// Views inside `result` must live as long as the run: see keep().
  void add(const Result& result);

  std::size_t topics() const;
  Run build() &&;

 private:
  class StoredSource;
  std::unique_ptr<StoredSource> source_;
  TextStore* store_;
  absl::flat_hash_set<std::string_view> kept_;
  absl::flat_hash_map<std::string_view, std::size_t> index_;
  std::size_t current_ = 0;
};

}  // namespace fovea
