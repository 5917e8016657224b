#include "assess/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "assess/candidates.h"
#include "files/lines.h"
#include "text/numbers.h"
#include "text/trim.h"
#include "text/unicode.h"

namespace fovea::assess {

namespace {

bool was_handed_in(const Candidate& candidate) {
  return candidate.state != CandidateState::kDraft && candidate.state != CandidateState::kWithdrawn;
}

/// The chosen ones first, in their order; the others as they come, which is by number.
void put_chosen_first(std::vector<Candidate>& candidates) {
  std::ranges::stable_sort(candidates, {}, [](const Candidate& each) {
    const bool chosen = each.state == CandidateState::kChosen;
    return std::pair(chosen ? 0 : 1, chosen ? each.place : 0);
  });
}

std::size_t count_words(const Candidate& candidate) {
  std::size_t words = 0;
  for (const std::string_view name : {"title", "description", "narrative"}) {
    bool inside = false;
    for (const char c : candidate.field(name)) {
      const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
      words += !blank && !inside ? 1 : 0;
      inside = !blank;
    }
  }
  return words;
}

}  // namespace

std::vector<SelectionRow> selection_of(std::vector<Candidate> candidates, const ArticleSearch* index,
                                       std::span<const Form* const> forms,
                                       const std::function<void()>& step) {
  std::erase_if(candidates, [](const Candidate& each) { return !was_handed_in(each); });
  put_chosen_first(candidates);
  Titles titles;
  for (const Candidate& each : candidates) titles.add(each.id, each.field("title"));
  std::vector<SelectionRow> out;
  for (Candidate& each : candidates) {
    SelectionRow& row = out.emplace_back();
    row.words = count_words(each);
    step();
    row.warnings = check_candidate(each, titles, index, forms, step);
    const Titles::Words words = titles.words_of(each.field("title"));
    for (const Titles::Title& other : titles.all()) {
      const double share = other.id == each.id ? 0 : Titles::share(words, other.words);
      if (share <= row.overlap) continue;
      row.overlap = share;
      row.nearest = other.id;
    }
    row.candidate = std::move(each);
  }
  return out;
}

std::vector<Topic> topics_in(std::vector<Candidate> candidates, CandidateState state) {
  std::erase_if(candidates, [state](const Candidate& each) { return each.state != state; });
  put_chosen_first(candidates);
  std::vector<Topic> out;
  for (const Candidate& each : candidates) out.push_back(topic_of(each));
  return out;
}

std::vector<Topic> chosen_topics(Store& store) {
  std::vector<Candidate> candidates = all_candidates(store);
  std::erase_if(candidates, [](const Candidate& each) { return each.number.empty(); });
  return topics_in(std::move(candidates), CandidateState::kChosen);
}

void apply_decisions(const InputFile& file, std::string_view first, std::vector<Candidate>& candidates,
                     Diagnostics& said) {
  std::set<std::string> decided;
  std::string number(first);
  std::int64_t place = 0;
  LineReader lines(file.bytes());
  std::string_view line;
  while (lines.next(line)) {
    if (trim(line).empty() || line.front() == '#') continue;
    const Place where{file.name(), lines.line_number(), 1};
    if (const auto broken = find_malformed_utf8(line)) {
      said.expected({file.name(), lines.line_number(), *broken + 1}, "bad-utf8",
                    quote(line.substr(*broken, 1)), "well-formed UTF-8");
      continue;
    }
    const std::size_t tab = line.find('\t');
    const std::size_t second = tab == std::string_view::npos ? tab : line.find('\t', tab + 1);
    const std::string id(trim(line.substr(0, tab)));
    const std::string_view word =
        tab == std::string_view::npos ? "" : trim(line.substr(tab + 1, second - tab - 1));
    const auto found = std::ranges::find(candidates, id, &Candidate::id);
    if (found == candidates.end() || !was_handed_in(*found)) {
      said.expected(where, "unknown-candidate", quote(id), "the id of a candidate that was handed in");
      continue;
    }
    if (word != "chosen" && word != "rejected") {
      said.expected(where, "bad-decision", word.empty() ? "no decision" : quote(word),
                    "id<TAB>chosen or rejected, then a reason if you like");
      continue;
    }
    if (!decided.insert(id).second) {
      said.expected(where, "duplicate", fmt::format("{} again", quote(id)), "one decision on a candidate");
      continue;
    }
    const bool chosen = word == "chosen";
    found->state = chosen ? CandidateState::kChosen : CandidateState::kRejected;
    found->reason = second == std::string_view::npos ? "" : std::string(trim(line.substr(second + 1)));
    found->place = chosen ? ++place : 0;
    found->number = chosen ? number : "";
    if (chosen) number = number_after(number).value_or(number);
  }
  for (Candidate& each : candidates) {
    if (decided.contains(each.id) || !was_handed_in(each)) continue;
    each.state = CandidateState::kHandedIn;
    each.place = 0;
    each.number.clear();
    each.reason.clear();
  }
}

}  // namespace fovea::assess
