#include "runs/run_builder.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "runs/source.h"

namespace fovea {

class RunBuilder::StoredSource final : public Run::Source {
 public:
  using Source::Source;

  std::size_t topics() const override { return topics_.size(); }
  std::string_view topic(std::size_t index) const override { return topics_[index].id; }
  const TopicTimes* times(std::size_t index) const override {
    const auto& times = topics_[index].times;
    return times ? &*times : nullptr;
  }
  const RunQuestion* question(std::size_t index) const override {
    const auto& question = topics_[index].question;
    return question ? &*question : nullptr;
  }
  void read(std::size_t index, TopicResults& out, Diagnostics&) const override {
    out.topic = topics_[index].id;
    out.results = topics_[index].results;
    out.later_blocks.clear();
  }

 private:
  friend class RunBuilder;
  struct Topic {
    std::string_view id;
    std::vector<Result> results;
    std::optional<TopicTimes> times;
    std::optional<RunQuestion> question;
    bool split = false;  ///< came back after another topic, which has been said
  };
  TextStore store_;
  std::vector<Topic> topics_;
};

RunBuilder::RunBuilder(std::string file, const RunFormat& format)
    : source_(std::make_unique<StoredSource>(std::move(file), format)), store_(&source_->store_) {}
RunBuilder::RunBuilder(RunBuilder&&) noexcept = default;
RunBuilder& RunBuilder::operator=(RunBuilder&&) noexcept = default;
RunBuilder::~RunBuilder() = default;

RunDetails& RunBuilder::details() {
  return source_->details_;
}

std::string_view RunBuilder::keep(std::string_view text) {
  if (text.empty()) return {};
  const auto known = kept_.find(text);
  if (known != kept_.end()) return *known;
  return *kept_.insert(store_->keep(text)).first;
}

std::string_view RunBuilder::copy(std::string_view text) {
  return store_->keep(text);
}

void RunBuilder::open_topic(std::string_view topic) {
  if (!source_->topics_.empty() && source_->topics_[current_].id == topic) return;
  const auto known = index_.find(topic);
  if (known != index_.end()) {
    current_ = known->second;
    return;
  }
  current_ = source_->topics_.size();
  source_->topics_.push_back({keep(topic), {}, std::nullopt, std::nullopt});
  index_.emplace(source_->topics_.back().id, current_);
}

void RunBuilder::open_topic(std::string_view topic, const Place& place, Diagnostics& diagnostics) {
  const std::size_t before = current_;
  const std::size_t topics = source_->topics_.size();
  open_topic(topic);
  StoredSource::Topic& opened = source_->topics_[current_];
  if (current_ == before || topics != source_->topics_.size() || std::exchange(opened.split, true)) return;
  diagnostics.warning(place, "split-topic",
                      fmt::format("topic {} stands in separate blocks; they are joined in the order of the "
                                  "file",
                                  quote(topic)));
}

void RunBuilder::set_times(const TopicTimes& times) {
  source_->topics_[current_].times = times;
}

void RunBuilder::set_question(RunQuestion question) {
  question.text = keep(question.text);
  question.evidence = keep(question.evidence);
  source_->topics_[current_].question = question;
}

void RunBuilder::expect(std::size_t results) {
  std::vector<Result>& known = source_->topics_[current_].results;
  known.reserve(known.size() + results);
}

void RunBuilder::add(const Result& result) {
  source_->topics_[current_].results.push_back(result);
}

std::size_t RunBuilder::topics() const {
  return source_->topics_.size();
}

Run RunBuilder::build() && {
  kept_.clear();
  index_.clear();
  return Run(std::move(source_));
}

}  // namespace fovea
