// What is unlikely about a candidate: named to its author and to organisers, and never a refusal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assess/article_search.h"
#include "assess/candidate.h"
#include "assess/form.h"

namespace fovea::assess {

/// A short stable name, such as "empty", and a sentence.
struct CandidateWarning {
  std::string code, message;

  friend bool operator==(const CandidateWarning&, const CandidateWarning&) = default;
};

/// Titles that share this much of their words are nearly equal.
inline constexpr double kNearlyEqual = 0.8;

/// The different words of two titles that both have, as a share of those of the one with more; 0 where one has none. Words are
/// stretches of letters and digits, small and capital letters being the same.
double shared_words(std::string_view a, std::string_view b);

/// Where a castitle is wrong: the place of its first character, from 1, and what is wrong there. Nothing when it is NEXI, or empty.
struct CastitleFault {
  std::size_t column = 0;
  std::string message;
};
std::optional<CastitleFault> fault_of_castitle(std::string_view castitle);

/// Titles as sets of words, each made once, to be compared with many.
class Titles {
 public:
  /// Numbers of words, in order.
  using Words = std::vector<std::uint32_t>;
  struct Title {
    std::string id, text;
    Words words;
  };

  void add(std::string id, std::string_view text);
  const std::vector<Title>& all() const { return all_; }
  /// Of a text that need not be among them.
  Words words_of(std::string_view text);
  /// As shared_words() has it.
  static double share(const Words& a, const Words& b);

 private:
  std::vector<Title> all_;
  std::map<std::string, std::uint32_t, std::less<>> numbers_;
};

/// Without an index (nullptr), words and castitles are not looked up. `others` may hold the candidate itself. `check` is called now and
/// then while they are, and ends that with what it throws.
std::vector<CandidateWarning> check_candidate(const Candidate& candidate, Titles& others,
                                              const ArticleSearch* index, std::span<const Form* const> forms,
                                              const std::function<void()>& check = {});

}  // namespace fovea::assess
