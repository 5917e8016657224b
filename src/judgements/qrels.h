// One topic of qrels, for those who read topic by topic (judgements/qrels_topics.h).
#pragma once

#include <span>

#include "files/input.h"
#include "files/topic_index.h"
#include "judgements/judgements.h"

namespace fovea {

/// From the rows given. False when there is anything to say about them, which is not said.
bool read_inex_topic(const InputFile& file, std::span<const Stretch> rows, TopicJudgements& topic);
bool read_trec_topic(const InputFile& file, std::span<const Stretch> rows, TopicJudgements& topic);

}  // namespace fovea
