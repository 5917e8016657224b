#include "evaluate/judgement_source.h"

#include <utility>
#include <vector>

namespace fovea {

JudgementSource::JudgementSource(std::string path, JudgementOptions options, Passes passes)
    : path_(std::move(path)), options_(std::move(options)) {
  const bool plain = !options_.format && options_.merge == MergePolicy::kReject &&
                     options_.collection == nullptr && options_.as_listed_by.empty() && !options_.groups;
  if (passes == Passes::kOne && plain) topics_ = QrelsTopics::open(path_);
  if (!topics_) read();
}

bool JudgementSource::keep() {
  if (topics_) {
    topics_.reset();
    read();
  }
  return usable();
}

void JudgementSource::read() {
  if (auto judgements = read_judgements(std::vector{path_}, options_, said_)) kept_ = std::move(*judgements);
}

DocumentLengths JudgementSource::lengths(const Collection* collection) const {
  return topics_ && collection == nullptr ? options_.lengths : judgements_->lengths(collection);
}

const TopicJudgements* JudgementSource::topic(std::size_t topic, TopicJudgements& memory) const {
  if (!topics_) return &judgements_->topics()[topic];
  // Nothing relevant is worth a remark.
  if (!topics_->read(topic, memory) || memory.totals().articles == 0) return nullptr;
  ++topics_read_;
  return &memory;
}

const Diagnostics& JudgementSource::said() {
  if (topics_ && topics_read_ < topics_->names().topics().size()) keep();
  return said_;
}

}  // namespace fovea
