#include "evaluate/result_faults.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "runs/resolve.h"
#include "runs/task_check.h"

namespace fovea {

namespace {

bool has_text(const Result& result) {
  return result.kind != ResultKind::kDocument && has_place(result);
}

class ResultFaults {
 public:
  ResultFaults(TopicView& topic, const TopicResults& results, const std::string& file, Diagnostics& said)
      : topic_(topic), results_(results), file_(file), said_(said) {}

  void find() {
    const std::span<const Article> articles = topic_.articles();
    for (std::size_t a = 0; a < articles.size(); ++a) {
      const Article& article = articles[a];
      if (article.result_count > 1) find_repeated(topic_.results_of(a));
      if (article.judged == nullptr) continue;
      if (const auto length = topic_.length_of(article.doc, article.judged)) check_ends(a, *length);
    }
    // They come by article, and are to be said in the order of the run.
    std::ranges::sort(repeated_, {}, &Breach::result);
    for (const Breach& breach : repeated_) {
      said_.warning({file_, results_.results[breach.result].line}, name_of(breach.rule),
                    describe(breach, results_, {}));
    }
    std::ranges::sort(past_end_, {}, &PastEnd::result);
    for (const PastEnd& one : past_end_) {
      const Result& result = results_.results[one.result];
      said_.warning({file_, result.line}, "past-end", describe_past_end(result, one.length));
    }
  }

 private:
  void find_repeated(std::span<const std::uint32_t> places) {
    constexpr std::size_t kFew = 8;
    if (places.size() > kFew) return sort_repeated(places);
    for (std::size_t i = 1; i < places.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (!same(places[j], places[i])) continue;
        repeated_.push_back({Rule::kDuplicate, places[i], places[j], 0});
        break;
      }
    }
  }

  void sort_repeated(std::span<const std::uint32_t> places) {
    order_.assign(places.begin(), places.end());
    std::ranges::sort(order_, [this](std::uint32_t a, std::uint32_t b) {
      const Span one = span(a);
      const Span other = span(b);
      return std::tuple(one.begin, one.end, a) < std::tuple(other.begin, other.end, b);
    });
    for (std::size_t i = 1; i < order_.size(); ++i) {
      if (same(order_[i - 1], order_[i]))
        repeated_.push_back({Rule::kDuplicate, order_[i], order_[i - 1], 0});
    }
  }

  void check_ends(std::size_t article, Offset length) {
    for (const std::uint32_t i : topic_.results_of(article)) {
      if (span(i).end > length && has_text(topic_.results()[i])) past_end_.push_back({i, length});
    }
  }

  Span span(std::uint32_t result) const { return topic_.results()[result].span; }
  bool same(std::uint32_t a, std::uint32_t b) const {
    return span(a) == span(b) && has_text(topic_.results()[a]) && has_text(topic_.results()[b]);
  }

  struct PastEnd {
    std::uint32_t result;
    Offset length;
  };

  TopicView& topic_;
  const TopicResults& results_;
  const std::string& file_;
  Diagnostics& said_;
  std::vector<std::uint32_t> order_;
  std::vector<Breach> repeated_;
  std::vector<PastEnd> past_end_;
};

}  // namespace

void warn_of_results(TopicView& topic, const TopicResults& results, const std::string& file,
                     Diagnostics& said) {
  ResultFaults(topic, results, file, said).find();
}

}  // namespace fovea
