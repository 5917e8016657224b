#include "tune/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "evaluate/evaluation.h"
#include "measures/measure_name.h"
#include "tune/answered_run.h"
#include "tune/objective.h"
#include "tune/settings.h"

namespace fovea::tune {

namespace {

constexpr std::size_t kMostSweepPoints = 10'000;

bool set_axis(std::string_view name, const std::string& value, search::Pipeline& pipeline,
              Diagnostics& diagnostics) {
  if (name == "K" || name == "rho")
    return change_preset(fmt::format("articles.{}={}", name, value), pipeline, diagnostics);
  if (name != "k") return change_preset(fmt::format("{}={}", name, value), pipeline, diagnostics);
  if (!change_preset("cut.results=" + value, pipeline, diagnostics)) return false;
  if (pipeline.candidates.kind == search::Candidates::Kind::kArticle) pipeline.depth = pipeline.results;
  return true;
}

/// A name that can stand in a file's.
std::string point_name(const std::vector<SweepAxis>& axes, const std::vector<std::string>& values) {
  std::string name;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    name += name.empty() ? "" : "-";
    for (const char c : axes[i].name + values[i]) {
      const bool plain =
          (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.';
      name += plain ? c : '_';
    }
  }
  return name;
}

/// The smallest of the values that so large a share does not pass.
double nearest_rank(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
  return values[std::max<std::size_t>(rank, 1) - 1];
}

using AnswerKey = std::tuple<std::string_view, Offset, Offset>;

std::set<AnswerKey> keys_of(const std::vector<search::Answer>& answers) {
  std::set<AnswerKey> keys;
  for (const search::Answer& each : answers) keys.emplace(each.id, each.span.begin, each.span.end);
  return keys;
}

double shared(const std::vector<search::Answer>& exact, const std::vector<search::Answer>& found) {
  const auto wanted = keys_of(exact);
  if (wanted.empty()) return 1;
  std::size_t both = 0;
  for (const AnswerKey& key : keys_of(found)) both += wanted.contains(key) ? 1 : 0;
  return static_cast<double>(both) / static_cast<double>(wanted.size());
}

class Sweeper {
 public:
  Sweeper(const SweepInput& input, Diagnostics& diagnostics) : input_(input), diagnostics_(diagnostics) {}

  std::optional<Sweep> run() {
    Sweep made{input_.axes, {}, {}};
    if (!prepare_scores(made)) return std::nullopt;
    std::vector<std::size_t> at(input_.axes.size(), 0);
    do {
      SweepPoint point;
      point.pipeline = input_.session.pipeline();
      for (std::size_t i = 0; i < at.size(); ++i) {
        point.values.push_back(input_.axes[i].values[at[i]]);
        if (!set_axis(input_.axes[i].name, point.values.back(), point.pipeline, diagnostics_))
          return std::nullopt;
      }
      point.name = point_name(input_.axes, point.values);
      if (!search_topics(point)) return std::nullopt;
      made.points.push_back(std::move(point));
      if (input_.progress) input_.progress(made.points.size());
    } while (advance(at));
    return made;
  }

 private:
  bool advance(std::vector<std::size_t>& at) const {
    for (std::size_t i = at.size(); i-- > 0;) {
      if (++at[i] < input_.axes[i].values.size()) return true;
      at[i] = 0;
    }
    return false;
  }

  bool prepare_scores(Sweep& made) {
    if (input_.judgements == nullptr) return true;
    const bool highlighted = input_.judgements->kinds().highlights;
    auto measures = parse_measures(highlighted ? "AiP iP@0.01 AP" : "AP", diagnostics_);
    if (!measures) return false;
    for (const MeasureName& measure : *measures) made.measures.push_back(to_string(measure));
    EvaluationOptions options;
    options.measures = std::move(*measures);
    options.scores_every_run = true;
    evaluation_ = Evaluation::make(*input_.judgements, input_.session.collection(), options, diagnostics_);
    if (!evaluation_) return false;
    if (!evaluation_->usable()) diagnostics_.merge(evaluation_->lacking());
    return evaluation_->usable();
  }

  bool search_topics(SweepPoint& point) {
    auto searcher = input_.session.with(point.pipeline, diagnostics_);
    if (!searcher) return false;
    search::Pipeline everything = point.pipeline;
    everything.exhaustive = true;
    Diagnostics said;  // by the other already
    const auto exact = input_.session.with(std::move(everything), said);
    std::vector<double> walls;
    double overlap = 0;
    for (const Topic& topic : input_.topics) {
      const auto query = searcher->read(topic, diagnostics_);
      if (!query) return false;
      search::CountedQuery counted;
      SweptTopic swept{&topic, {}, {}};
      swept.times = search::time_search(input_.repeat, [&] {
        counted = searcher->count(*query);
        if (!counted.known()) return std::uint64_t{0};
        search::Gathered found = searcher->gather(counted);
        const std::uint64_t postings = found.partial.postings_read;
        swept.answers = finish(std::move(found.partial), found.query, point.pipeline);
        return postings;
      });
      if (!counted.known()) continue;
      overlap += shared(exact->search(counted), swept.answers);
      walls.push_back(swept.times.wall_ms);
      point.postings += static_cast<double>(swept.times.postings);
      point.topics.push_back(std::move(swept));
    }
    const auto topics = static_cast<double>(std::max<std::size_t>(point.topics.size(), 1));
    point.postings /= topics;
    point.overlap = overlap / topics;
    point.median_ms = nearest_rank(walls, 0.5);
    point.p99_ms = nearest_rank(walls, 0.99);
    return !evaluation_ || score(point);
  }

  bool score(SweepPoint& point) {
    std::vector<std::string_view> ids;
    std::vector<std::vector<search::Answer>> answers;
    for (const SweptTopic& swept : point.topics) {
      ids.push_back(swept.topic->id);
      answers.push_back(swept.answers);
    }
    const EvaluationOutcome outcome =
        evaluation_->evaluate(answered_run(ids, answers, point.pipeline.form, input_.session.collection()));
    if (outcome.runs.front().kind == RunOutcomeKind::kBadInput) {
      diagnostics_.merge(outcome.runs.front().diagnostics);
      return false;
    }
    for (std::size_t i = 0; i < outcome.scores.measures().size(); ++i)
      point.scores.push_back(outcome.scores.summary(0, i));
    return true;
  }

  const SweepInput& input_;
  Diagnostics& diagnostics_;
  std::optional<Evaluation> evaluation_;
};

}  // namespace

std::optional<SweepAxis> parse_sweep(std::string_view text, const search::Pipeline& pipeline,
                                     Diagnostics& diagnostics) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    diagnostics.expected({}, "bad-setting", quote(text), "SETTING=VALUES, as k=15,150,1500");
    return std::nullopt;
  }
  auto values = parse_values(text.substr(equals + 1), text, diagnostics);
  if (!values) return std::nullopt;
  SweepAxis axis{std::string(text.substr(0, equals)), std::move(*values)};
  for (const std::string& value : axis.values) {
    search::Pipeline tried = pipeline;
    if (!set_axis(axis.name, value, tried, diagnostics)) return std::nullopt;
  }
  return axis;
}

std::optional<Sweep> sweep(const SweepInput& input, Diagnostics& diagnostics) {
  std::size_t points = 1;
  for (const SweepAxis& axis : input.axes)
    points = std::min(points * axis.values.size(), kMostSweepPoints + 1);
  if (points > kMostSweepPoints) {
    diagnostics.expected({}, "too-many-points", "a sweep of more points",
                         fmt::format("at most {}", kMostSweepPoints));
    return std::nullopt;
  }
  return Sweeper(input, diagnostics).run();
}

std::string curve_rows(const Sweep& sweep) {
  std::string text = "run";
  for (const SweepAxis& axis : sweep.axes) text += "\t" + axis.name;
  text += "\tmedian_ms\tp99_ms\tpostings\toverlap";
  for (const std::string& measure : sweep.measures) text += "\t" + measure;
  text += "\n";
  for (const SweepPoint& point : sweep.points) {
    text += point.name;
    for (const std::string& value : point.values) text += "\t" + value;
    fmt::format_to(std::back_inserter(text), "\t{:.4f}\t{:.4f}\t{:.1f}\t{:.4f}", point.median_ms,
                   point.p99_ms, point.postings, point.overlap);
    for (const double score : point.scores) fmt::format_to(std::back_inserter(text), "\t{:.4f}", score);
    text += "\n";
  }
  return text;
}

}  // namespace fovea::tune
