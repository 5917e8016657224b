// Where an evaluation gets its judgements: memory, or files that are kept or streamed, as is best.
//
//     JudgementSource judgements("q.qrels", {}, JudgementSource::Passes::kOne);
//     … evaluate the run …
//     print(judgements.said());
//
// The evaluation of a single run passes over the judgements just once, and keeping them would cost more than reading
// them; so qrels are then read topic by topic, along with the topics of the run. That quick way
// (judgements/qrels_topics.h) is for files about which nothing is to be said. At the first row that is wrong or
// strange, or a topic without anything relevant, the file is read as a whole after all. Whichever way was taken,
// the judgements and what is said about them are the same.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "files/diagnostics.h"
#include "judgements/judgement_file.h"
#include "judgements/judgements.h"
#include "judgements/qrels_topics.h"

namespace fovea {

class JudgementSource {
 public:
  /// How often the topics will be asked for.
  enum class Passes : std::uint8_t { kOne, kMany };

  /// Judgements that are in memory already, and must outlive the source.
  explicit JudgementSource(const Judgements& judgements) : judgements_(&judgements) {}
  /// A file, or a folder of files. What `options` refers to must outlive the source.
  JudgementSource(std::string path, JudgementOptions options, Passes passes);
  JudgementSource(const JudgementSource&) = delete;
  JudgementSource& operator=(const JudgementSource&) = delete;

  /// All topics, in the order of the files; with their documents where they are kept.
  const Judgements& judgements() const { return topics_ ? topics_->names() : *judgements_; }
  bool kept() const { return !topics_; }
  /// As Judgements::lengths(), also while the topics are streamed.
  DocumentLengths lengths(const Collection* collection) const;
  /// Reads everything, unless it is in memory already. Whether the judgements can be used.
  bool keep();

  /// The judgements of a topic, read into `memory` where they are not kept. nullptr when that is not possible,
  /// and keep() is called for. May be called from several threads.
  const TopicJudgements* topic(std::size_t topic, TopicJudgements& memory) const;

  /// False once something was found that makes the judgements unusable.
  bool usable() const { return said_.ok(); }
  /// What there is to say about the files. When they were not read to their ends, they are now.
  const Diagnostics& said();

 private:
  void read();

  std::string path_;
  JudgementOptions options_;
  std::optional<QrelsTopics> topics_;  ///< while they are streamed
  mutable std::atomic<std::size_t> topics_read_ = 0;
  Judgements kept_;
  const Judgements* judgements_ = &kept_;
  Diagnostics said_;
};

}  // namespace fovea
