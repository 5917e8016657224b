#include "evaluate/question_match.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace fovea {

namespace {

constexpr std::string_view kMatchable = "results that can be matched to the tests";

/// The tests of the judgements by their words, each to be answered once.
class QuestionMatcher {
 public:
  QuestionMatcher(const Run& run, const Judgements& judgements, Diagnostics& said)
      : run_(run), questions_(judgements.questions()), said_(said), answered_(questions_.size(), 0) {
    for (std::uint32_t i = 0; i < questions_.size(); ++i) by_text_[questions_[i].text].push_back(i);
  }

  std::optional<std::vector<std::string_view>> match() {
    std::vector<std::string_view> topics;
    for (std::size_t i = 0; i < run_.topics(); ++i) topics.push_back(match(i));
    if (other_evidence_ > 0) {
      said_.warning({run_.file()}, "other-evidence",
                    fmt::format("{} results repeat other snippets than the tests of their questions have; "
                                "those of the tests count",
                                other_evidence_));
    }
    if (!sound_) return std::nullopt;
    return topics;
  }

 private:
  std::string_view match(std::size_t i) {
    const RunQuestion& asked = *run_.question(i);
    const auto found = by_text_.find(asked.text);
    if (asked.text.empty()) return refuse(asked, "a result without its question (qa_gt)");
    if (found == by_text_.end()) return asked.text;
    // Of several tests in the same words, those with the same snippets; of these, the first that is left.
    std::vector<std::uint32_t> fitting = found->second;
    const auto differs = [&](std::uint32_t test) { return questions_[test].evidence != asked.evidence; };
    const bool same = !std::all_of(fitting.begin(), fitting.end(), differs);
    if (same) std::erase_if(fitting, differs);
    if (!same && fitting.size() > 1) {
      return refuse(asked,
                    fmt::format("question {}, which {} tests ask in the same words, without the snippets "
                                "of one of them",
                                quote(asked.text), fitting.size()));
    }
    for (const std::uint32_t test : fitting) {
      if (answered_[test] != 0) continue;
      answered_[test] = asked.line;
      other_evidence_ += !same && !asked.evidence.empty() ? 1 : 0;
      return questions_[test].topic;
    }
    return refuse(asked, fmt::format("question {} again, answered before on line {}", quote(asked.text),
                                     answered_[fitting.front()]));
  }

  std::string_view refuse(const RunQuestion& asked, const std::string& found) {
    said_.expected({run_.file(), asked.line}, "unmatched-question", found, kMatchable);
    sound_ = false;
    return {};
  }

  const Run& run_;
  std::span<const JudgedQuestion> questions_;
  Diagnostics& said_;
  absl::flat_hash_map<std::string_view, std::vector<std::uint32_t>> by_text_;
  std::vector<std::uint64_t> answered_;  ///< by test: the line of its result
  std::uint64_t other_evidence_ = 0;
  bool sound_ = true;
};

std::vector<std::string_view> by_id(const Run& run) {
  std::vector<std::string_view> topics;
  for (std::size_t i = 0; i < run.topics(); ++i) topics.push_back(run.topic(i));
  return topics;
}

/// Results without questions are good where they are as many as the tests of one file.
std::optional<std::vector<std::string_view>> by_position(const Run& run, const Judgements& judgements,
                                                         Diagnostics& said) {
  const std::size_t tests = judgements.questions().size();
  const bool one_file = judgements.files() <= 1;
  if (tests > 0 && (!one_file || tests != run.topics())) {
    said.expected({run.file()}, "unmatched-question",
                  fmt::format("{} results without their questions (qa_gt) for {} tests in {} file{}",
                              run.topics(), tests, judgements.files(), one_file ? "" : "s"),
                  kMatchable);
    return std::nullopt;
  }
  said.warning({run.file()}, "matched-by-position",
               "results and topics are matched by their positions: there are no questions on both sides");
  return by_id(run);
}

}  // namespace

std::optional<std::vector<std::string_view>> answered_topics(const Run& run, const Judgements& judgements,
                                                             Diagnostics& said) {
  if (run.topics() == 0 || run.question(0) == nullptr) return by_id(run);
  bool questions = false;
  for (std::size_t i = 0; i < run.topics(); ++i) questions = questions || !run.question(i)->text.empty();
  if (!questions || judgements.questions().empty()) return by_position(run, judgements, said);
  return QuestionMatcher(run, judgements, said).match();
}

}  // namespace fovea
