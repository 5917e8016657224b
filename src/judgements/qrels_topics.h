// Qrels that are read topic by topic, when a topic is needed, and not kept.
//
// Who passes over the judgements just once, as the evaluation of one run does, spends more on keeping them
// than on reading them: memory that is touched for the first time, and is far away when it is touched again.
//
// This is the quick way for files about which nothing is to be said. Where a row is wrong or strange, or a
// document is judged twice, it gives up, and the file has to be read by read_judgements
// (judgements/judgement_file.h), which knows what to do and to say.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "files/topic_index.h"
#include "judgements/judgements.h"

namespace fovea {

class QrelsTopics {
 public:
  /// Nothing when it is no file that can be opened again, or holds other judgements than INEX or TREC qrels.
  static std::optional<QrelsTopics> open(const std::string& path);

  /// All topics, in the order of read_judgements, without their documents.
  const Judgements& names() const { return names_; }
  /// Reads the topic names().topics()[topic] in the place of what was in `out`. False when it has to be read
  /// the long way. May be called from several threads.
  bool read(std::size_t topic, TopicJudgements& out) const;

 private:
  QrelsTopics(Judgements names, TopicIndex index);

  Judgements names_;  ///< keeps the file
  TopicIndex index_;
};

}  // namespace fovea
