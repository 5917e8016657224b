#include "assess/candidate_checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <utility>

#include "topics/nexi.h"

namespace fovea::assess {

namespace {

/// Fields that every topic needs; the others may be empty.
constexpr std::array<std::string_view, 3> kNeeded = {"title", "description", "narrative"};

/// With what visits them, as often as they are there.
template <class Visit>
void each_word(std::string_view text, const Visit& visit) {
  std::string word;
  const auto end = [&] {
    if (!word.empty()) visit(std::exchange(word, {}));
  };
  const auto* at = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  auto left = static_cast<utf8proc_ssize_t>(text.size());
  while (left > 0) {
    utf8proc_int32_t point = -1;
    const utf8proc_ssize_t size = utf8proc_iterate(at, left, &point);
    if (size <= 0) break;
    const utf8proc_category_t category = utf8proc_category(point);
    const bool inside = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO;
    if (inside) {
      std::array<utf8proc_uint8_t, 4> bytes{};
      const utf8proc_ssize_t written = utf8proc_encode_char(utf8proc_tolower(point), bytes.data());
      word.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(written));
    } else {
      end();
    }
    at += size;
    left -= size;
  }
  end();
}

/// Characters from the first to the byte, counted from 1.
std::size_t column_at(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte);
  return 1 + static_cast<std::size_t>(std::ranges::count_if(
                 before, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

class Checker {
 public:
  explicit Checker(const Candidate& candidate) : candidate_(candidate) {}

  void check_fields() {
    std::vector<std::string_view> empty;
    for (const std::string_view name : kNeeded) {
      if (candidate_.field(name).empty()) empty.push_back(name);
    }
    if (!empty.empty())
      warn("empty", fmt::format("{} {} empty", fmt::join(empty, ", "), empty.size() == 1 ? "is" : "are"));
    if (const auto fault = fault_of_castitle(candidate_.field("castitle")))
      warn("castitle", fmt::format("castitle, character {}: {}", fault->column, fault->message));
  }

  void check_titles(Titles& others) {
    constexpr std::size_t kNamed = 5;
    const Titles::Words words = others.words_of(candidate_.field("title"));
    std::size_t similar = 0;
    for (const Titles::Title& other : others.all()) {
      if (other.id == candidate_.id) continue;
      const double share = Titles::share(words, other.words);
      if (share < kNearlyEqual || ++similar > kNamed) continue;
      warn("same-title", share == 1
                             ? fmt::format("its title has the words of {}, {}", other.id, quote(other.text))
                             : fmt::format("its title shares {:.0f} % of its words with {}, {}", 100 * share,
                                           other.id, quote(other.text)));
    }
    if (similar > kNamed)
      warn("same-title", fmt::format("{} more titles are nearly the same", similar - kNamed));
  }

  void check_index(const ArticleSearch& index, const std::function<void()>& check) {
    const auto unknown = index.unknown_words(candidate_.field("title"));
    if (!unknown.empty()) {
      std::vector<std::string> quoted;
      for (const std::string& word : unknown) quoted.push_back(quote(word));
      warn("unknown-word", fmt::format("no article has {}", fmt::join(quoted, ", ")));
    }
    const std::string_view castitle = candidate_.field("castitle");
    if (!castitle.empty() && !fault_of_castitle(castitle) && !index.finds(castitle, check))
      warn("nothing-found", "its castitle finds nothing");
  }

  void check_exploration() {
    const std::size_t judged = candidate_.judged.size();
    const std::size_t relevant = candidate_.relevant();
    if (judged < kExplored) warn("explored", fmt::format("{} of {} articles are judged", judged, kExplored));
    // With some left, few may still become enough; many remain many.
    if (judged == kExplored && relevant < kFewestRelevant)
      warn("few-relevant", fmt::format("{} of {} articles are relevant, which is few", relevant, kExplored));
    if (relevant > kMostRelevant)
      warn("many-relevant",
           fmt::format("{} of {} articles are relevant, which is many", relevant, kExplored));
  }

  void check_answers(std::span<const Form* const> forms) {
    for (const Form* const form : forms) {
      std::vector<std::string> missing;
      for (const FormQuestion& question : form->questions) {
        if (question.required && !candidate_.answers.contains({form->id, question.id}))
          missing.push_back(question.id);
      }
      if (missing.empty()) continue;
      constexpr std::size_t kNamed = 5;
      warn("unanswered", missing.size() <= kNamed
                             ? fmt::format("not answered: {}", fmt::join(missing, ", "))
                             : fmt::format("{} questions are not answered", missing.size()));
    }
  }

  std::vector<CandidateWarning> found;

 private:
  void warn(std::string code, std::string message) { found.push_back({std::move(code), std::move(message)}); }

  const Candidate& candidate_;
};

}  // namespace

void Titles::add(std::string id, std::string_view text) {
  Words words = words_of(text);
  all_.push_back({std::move(id), std::string(text), std::move(words)});
}

Titles::Words Titles::words_of(std::string_view text) {
  Words out;
  each_word(text, [&](std::string word) {
    out.push_back(
        numbers_.try_emplace(std::move(word), static_cast<std::uint32_t>(numbers_.size())).first->second);
  });
  std::ranges::sort(out);
  const auto [first, last] = std::ranges::unique(out);
  out.erase(first, last);
  return out;
}

double Titles::share(const Words& a, const Words& b) {
  if (a.empty() || b.empty()) return 0;
  std::size_t both = 0;
  for (auto left = a.begin(), right = b.begin(); left != a.end() && right != b.end();) {
    both += *left == *right ? 1 : 0;
    const bool step_left = *left <= *right;
    const bool step_right = *right <= *left;
    left += step_left ? 1 : 0;
    right += step_right ? 1 : 0;
  }
  return static_cast<double>(both) / static_cast<double>(std::max(a.size(), b.size()));
}

double shared_words(std::string_view a, std::string_view b) {
  Titles titles;
  const Titles::Words first = titles.words_of(a);
  return Titles::share(first, titles.words_of(b));
}

std::optional<CastitleFault> fault_of_castitle(std::string_view castitle) {
  if (castitle.empty()) return std::nullopt;
  nexi::Error error;
  if (nexi::parse(castitle, error)) return std::nullopt;
  return CastitleFault{column_at(castitle, std::min(error.byte, castitle.size())),
                       fmt::format("found {}, expected {}", error.found, error.expected)};
}

std::vector<CandidateWarning> check_candidate(const Candidate& candidate, Titles& others,
                                              const ArticleSearch* index, std::span<const Form* const> forms,
                                              const std::function<void()>& check) {
  Checker checker(candidate);
  checker.check_fields();
  checker.check_titles(others);
  if (index != nullptr) checker.check_index(*index, check);
  checker.check_exploration();
  checker.check_answers(forms);
  return std::move(checker.found);
}

}  // namespace fovea::assess
