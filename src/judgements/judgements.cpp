#include "judgements/judgements.h"

#include <algorithm>
#include <utility>

namespace fovea {

std::int32_t derived_grade(bool highlighted, std::span<const ElementGrade> elements) {
  const bool relevant = highlighted || std::ranges::any_of(elements, [](const ElementGrade& element) {
                          return element.exhaustivity > 0 || element.highlighted > 0;
                        });
  return relevant ? 1 : 0;
}

void TopicJudgements::reserve(std::size_t documents, std::size_t passages) {
  documents_.reserve(documents);
  spans_.reserve(passages);
  index_.restart(documents);
}

void TopicJudgements::restart(std::string_view topic) {
  topic_ = topic;
  index_.restart(documents_.size());  // topics of one collection are alike in size
  documents_.clear();
  spans_.clear();
  elements_.clear();
  groups_.clear();
  totals_ = {};
}

bool TopicJudgements::add(const JudgedDocument& document, std::span<const Span> passages,
                          std::span<const ElementGrade> elements) {
  if (!index_.insert(document.id, [this](std::uint32_t at) { return documents_[at].id; })) return false;
  JudgedDocument& added = documents_.emplace_back(document);
  added.first_span = static_cast<std::uint32_t>(spans_.size());
  added.span_count = 0;
  added.first_element = static_cast<std::uint32_t>(elements_.size());
  added.element_count = static_cast<std::uint32_t>(elements.size());
  if (!passages.empty()) {
    spans_.insert(spans_.end(), passages.begin(), passages.end());
    if (!listed_) spans_.resize(added.first_span + normalise(std::span(spans_).subspan(added.first_span)));
    added.span_count = static_cast<std::uint32_t>(spans_.size()) - added.first_span;
  }
  if (!elements.empty()) elements_.insert(elements_.end(), elements.begin(), elements.end());
  if (listed_) {
    count_again(added);
  } else if (added.relevant()) {
    ++totals_.articles;
    totals_.characters += character_count(highlights(added));
  }
  return true;
}

void TopicJudgements::count_again(const JudgedDocument& document) {
  totals_.articles += document.relevant_chars > 0 ? 1 : 0;
  totals_.characters += document.relevant_chars;
}

Judgements& Judgements::operator=(Judgements&& other) noexcept {
  topics_ = std::move(other.topics_);
  arenas_ = std::move(other.arenas_);
  index_ = std::move(other.index_);
  questions_ = std::move(other.questions_);
  kinds_ = other.kinds_;
  lengths_ = std::move(other.lengths_);
  files_ = std::move(other.files_);
  texts_ = std::move(other.texts_);
  return *this;
}

const TopicJudgements* Judgements::find(std::string_view topic) const {
  const auto found = index_.find(topic);
  return found == index_.end() ? nullptr : &topics_[found->second];
}

DocumentLengths Judgements::lengths(const Collection* collection) const {
  return collection != nullptr ? lengths_in(collection) : lengths_;
}

std::size_t Judgements::size() const {
  std::size_t documents = 0;
  for (const TopicJudgements& topic : topics_) documents += topic.documents().size();
  return documents;
}

std::uint8_t specificity_of_share(Offset highlighted, Offset size) {
  if (highlighted == 0) return 0;
  if (highlighted >= size) return 3;
  return std::uint64_t{highlighted} * 2 >= size ? 2 : 1;
}

void TopicJudgements::regrade(
    const std::function<std::vector<ElementGrade>(const JudgedDocument&)>& grades_of) {
  std::vector<ElementGrade> all;
  std::vector<std::uint32_t> counts;
  for (const JudgedDocument& document : documents_) {  // which still has the grades it had
    const std::vector<ElementGrade> grades = grades_of(document);
    counts.push_back(static_cast<std::uint32_t>(grades.size()));
    all.insert(all.end(), grades.begin(), grades.end());
  }
  elements_.assign(all.begin(), all.end());
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < documents_.size(); ++i) {
    documents_[i].first_element = next;
    documents_[i].element_count = counts[i];
    next += counts[i];
  }
}

void Judgements::regrade(const std::function<std::vector<ElementGrade>(const TopicJudgements&,
                                                                       const JudgedDocument&)>& grades_of) {
  for (TopicJudgements& topic : topics_) {
    topic.regrade([&](const JudgedDocument& document) {
      std::vector<ElementGrade> grades = grades_of(topic, document);
      for (ElementGrade& grade : grades) grade.path = texts_.keep(grade.path);
      return grades;
    });
  }
  kinds_.element_grades = true;
}

void Judgements::keep_topics(const std::function<bool(std::string_view topic)>& wanted) {
  std::erase_if(topics_, [&wanted](const TopicJudgements& topic) { return !wanted(topic.topic()); });
  index_.clear();
  for (std::uint32_t i = 0; i < topics_.size(); ++i) index_.emplace(topics_[i].topic(), i);
}

}  // namespace fovea
