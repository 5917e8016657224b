// Evaluation in shards: states that engines carry, and the evaluation that makes and finishes them.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "collection/collection.h"
#include "evaluate/evaluation.h"
#include "evaluate/shards/shard_scores.h"
#include "evaluate/shards/shard_state.h"
#include "evaluate/shards/shard_table.h"
#include "evaluation_arguments.h"
#include "files/arrow_table.h"
#include "judgements/judgements.h"
#include "measures/measure_name.h"
#include "native.h"
#include "outcome.h"
#include "report/tables/score_report.h"
#include "runs/run.h"
#include "text/fnv.h"

namespace fovea::python {

namespace {

/// Shared, since Arrow keeps the columns while somebody reads them.
struct StateHandle {
  std::shared_ptr<const ShardState> state;
};

StateHandle handle(ShardState state) {
  return {std::make_shared<const ShardState>(std::move(state))};
}

void add_rows(nb::list rows, Diagnostics& said) {
  for (const nb::handle row : rows) {
    const auto at = [&row](std::size_t place) { return row[nb::int_(place)]; };
    const Place place{nb::cast<std::string>(at(1)), nb::cast<std::uint64_t>(at(2)),
                      nb::cast<std::uint64_t>(at(3))};
    const auto code = nb::cast<std::string>(at(4));
    const auto message = nb::cast<std::string>(at(5));
    nb::cast<std::string>(at(0)) == "error" ? said.error(place, code, message)
                                            : said.warning(place, code, message);
  }
}

/// (cube or None, remarks, failures by name, (task, topics, ties, missing topics)).
nb::tuple finished_shards(EvaluationOutcome outcome, std::string_view task) {
  outcome.task = task;
  nb::list failures;
  RankOrder order = RankOrder::kFile;
  if (!outcome.ok())
    failures.append(nb::make_tuple("", error_name(outcome.fault), to_python(outcome.reason)));
  for (RunOutcome& run : outcome.runs) {
    if (!outcome.ok()) break;
    if (!run.scored()) {
      failures.append(nb::make_tuple(run.name, error_name(run.kind), to_python(faults_of(run))));
      continue;
    }
    order = run.order;
    outcome.remarks.merge(std::move(run.diagnostics));
    outcome.remarks.merge(std::move(run.remarks));
  }
  const nb::list remarks = to_python(outcome.remarks);
  const nb::tuple facts = facts_of(outcome, order);
  return nb::make_tuple(cube_of(std::move(outcome.scores)), remarks, failures, facts);
}

/// Scores of states of a run each that were finished before, without their judgements: what averages say is known from then.
nb::tuple finish_states(const std::vector<const StateHandle*>& states,
                        const std::vector<std::string>& averages, std::string_view task, bool answered_only,
                        const std::string& file) {
  EvaluationOutcome all;
  all.answered_only = answered_only;
  without_lock([&] {
    for (const StateHandle* handle : states) {
      const ShardState& state = *handle->state;
      std::vector<ScoredMeasure> measures;
      for (std::size_t m = 0; m < state.measures.size(); ++m)
        measures.push_back({state.measures[m], average_named(averages.at(m))});
      EvaluationOutcome one = fovea::finish(state, measures, answered_only, file);
      if (!one.ok()) {
        all.fault = one.fault;
        all.reason.merge(std::move(one.reason));
      }
      std::ranges::move(one.runs, std::back_inserter(all.runs));
      all.remarks.merge(std::move(one.remarks));
      if (one.scores.runs().empty()) continue;
      all.scores.runs().empty() ? void(all.scores = std::move(one.scores)) : all.scores.append(one.scores);
    }
    return 0;
  });
  return finished_shards(std::move(all), task);
}

/// An evaluation that is kept in a process, for all shards that come there.
class ShardEvaluation {
 public:
  ShardEvaluation(const Judgements& judgements, const Collection* collection,
                  const std::vector<std::string>& measures, EvaluationOptions options) {
    Diagnostics said;
    if (!measures.empty()) {
      auto names = parse_measures(measures, said);
      if (!names) raise("UsageError", said);
      options.measures = std::move(*names);
    }
    evaluation_ =
        without_lock([&] { return Evaluation::make(judgements, collection, std::move(options), said); });
    if (!evaluation_) raise("UsageError", said);
    if (!evaluation_->usable()) raise("InputError", evaluation_->lacking());
  }

  std::vector<std::string> measures() const {
    std::vector<std::string> names;
    for (const ScoredMeasure& column : evaluation_->scorer().columns()) names.push_back(column.name);
    return names;
  }

  /// How the values of topics become one for a run, by measure.
  std::vector<std::string> averages() const {
    std::vector<std::string> names;
    for (const ScoredMeasure& column : evaluation_->scorer().columns())
      names.emplace_back(name_of(column.average));
    return names;
  }

  bool answered_only() const { return evaluation_->answered_only(); }
  /// Empty where none was named.
  std::string task() const {
    const Task* const task = evaluation_->options().task;
    return task == nullptr ? std::string() : std::string(task->name);
  }

  /// The state of runs, or of a shard without any; `said` is what there was to say while they were read.
  StateHandle evaluate(const std::string& plan, const std::string& shard, nb::list runs,
                       const std::vector<std::string>& names, nb::list said) const {
    std::vector<ShardRun> given;
    for (std::size_t i = 0; i < names.size(); ++i) given.push_back({nb::cast<const Run*>(runs[i]), names[i]});
    Diagnostics read;
    add_rows(said, read);
    return without_lock([&] {
      ShardState state = evaluate_shard(*evaluation_, plan, shard, given);
      if (read.errors() + read.warnings() == 0) return handle(std::move(state));
      const ShardState messages = failed_shard(evaluation_->scorer().columns(), plan, shard, read);
      state.messages.insert(state.messages.end(), messages.messages.begin(), messages.messages.end());
      state.message_counts.insert(state.message_counts.begin(), messages.message_counts.begin(),
                                  messages.message_counts.end());
      settle_messages(state);
      return handle(std::move(state));
    });
  }

  StateHandle judged(const std::string& plan, const std::string& shard) const {
    return without_lock([&] { return handle(judged_shard(*evaluation_, plan, shard)); });
  }

  nb::tuple finish(const StateHandle& handle, const std::string& file) const {
    EvaluationOutcome all = without_lock(
        [&] { return fovea::finish(*handle.state, evaluation_->scorer().columns(), answered_only(), file); });
    return finished_shards(std::move(all), task());
  }

 private:
  std::optional<Evaluation> evaluation_;
};

EvaluationOptions options_of(std::optional<std::string_view> task, std::optional<std::string_view> order,
                             std::size_t depth, int rel_level, std::string_view topics, bool lenient,
                             bool judged_only) {
  EvaluationOptions options;
  options.task = find_task(task);
  options.rules = task.has_value();
  options.order = find_order(order);
  options.depth = depth;
  options.relevance_level = rel_level;
  options.topics = find_topics(topics);
  options.topics_by_id = true;
  options.lenient = lenient;
  options.judged_only = judged_only;
  return options;
}

StateHandle merge_states(const std::vector<const StateHandle*>& states) {
  std::vector<const ShardState*> pointers;
  for (const StateHandle* state : states) pointers.push_back(state->state.get());
  Diagnostics said;
  auto merged = without_lock([&] { return merge(std::span<const ShardState* const>(pointers), said); });
  if (!merged) raise("InputError", said);
  return handle(std::move(*merged));
}

nb::bytes bytes_of(const StateHandle& self) {
  const std::string bytes = without_lock([&] { return to_bytes(*self.state); });
  return nb::bytes(bytes.data(), bytes.size());
}

StateHandle state_from_bytes(nb::bytes bytes) {
  const std::string_view view(static_cast<const char*>(bytes.data()), bytes.size());
  return without_lock([&] { return handle(shard_state_from_bytes(view)); });
}

StateHandle state_from_stream(nb::capsule capsule) {
  auto* const stream =
      static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream"));
  if (stream == nullptr) throw nb::python_error();
  Diagnostics said;
  const auto table = ArrowTable::read(*stream, "state", said);
  auto state = table ? state_of_table(*table, said) : std::nullopt;
  if (!state) raise("InputError", said);
  return handle(std::move(*state));
}

nb::object stream_of(const StateHandle& self) {
  auto stream = std::make_unique<ArrowArrayStream>();
  export_state(self.state, *stream);
  PyObject* const capsule = PyCapsule_New(stream.get(), "arrow_array_stream", [](PyObject* object) {
    auto* const owned = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(object, "arrow_array_stream"));
    if (owned == nullptr) return PyErr_Clear();
    if (owned->release != nullptr) owned->release(owned);
    delete owned;
  });
  if (capsule == nullptr) throw nb::python_error();
  stream.release();  // the capsule's
  return nb::steal(capsule);
}

}  // namespace

void bind_shards(nb::module_& module) {
  nb::class_<StateHandle>(module, "ShardState")
      .def("__len__", [](const StateHandle& self) { return self.state->rows.size(); })
      .def_prop_ro("plan", [](const StateHandle& self) { return self.state->plan; })
      .def_prop_ro("measures", [](const StateHandle& self) { return self.state->measures; })
      .def_prop_ro("runs", [](const StateHandle& self) { return self.state->runs; })
      .def_prop_ro("shards", [](const StateHandle& self) { return self.state->shards; })
      .def_prop_ro("judged",
                   [](const StateHandle& self) {
                     return self.state->rows.size() > 0 && self.state->rows.run.front() == kNoRun;
                   })
      .def(
          "part",
          [](const StateHandle& self, std::optional<std::size_t> run) {
            if (run && *run >= self.state->runs.size()) throw nb::index_error("there is no such run");
            return handle(part_of(*self.state, run ? static_cast<std::int32_t>(*run) : kNoRun));
          },
          nb::arg("run").none())
      .def("to_bytes", &bytes_of)
      .def_static("from_bytes", &state_from_bytes)
      .def_static("from_stream", &state_from_stream)
      .def("stream", &stream_of);
  nb::class_<ShardEvaluation>(module, "ShardEvaluation")
      .def(
          "__init__",
          [](ShardEvaluation* self, const Judgements& judgements, const Collection* collection,
             const std::vector<std::string>& measures, std::optional<std::string_view> task,
             std::optional<std::string_view> order, std::size_t depth, int rel_level, std::string_view topics,
             bool lenient, bool judged_only) {
            new (self)
                ShardEvaluation(judgements, collection, measures,
                                options_of(task, order, depth, rel_level, topics, lenient, judged_only));
          },
          nb::arg("judgements"), nb::arg("collection").none(), nb::arg("measures"), nb::arg("task").none(),
          nb::arg("order").none(), nb::arg("depth"), nb::arg("rel_level"), nb::arg("topics"),
          nb::arg("lenient"), nb::arg("judged_only"), nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>())
      .def_prop_ro("measures", &ShardEvaluation::measures)
      .def_prop_ro("averages", &ShardEvaluation::averages)
      .def_prop_ro("answered_only", &ShardEvaluation::answered_only)
      .def_prop_ro("task", &ShardEvaluation::task)
      .def("evaluate", &ShardEvaluation::evaluate, nb::arg("plan"), nb::arg("shard"), nb::arg("runs"),
           nb::arg("names"), nb::arg("said"))
      .def("judged", &ShardEvaluation::judged, nb::arg("plan"), nb::arg("shard"))
      .def("finish", &ShardEvaluation::finish, nb::arg("state"), nb::arg("file"));
  module.def("merge_states", &merge_states, nb::arg("states"));
  module.def("finish_states", &finish_states, nb::arg("states"), nb::arg("averages"), nb::arg("task"),
             nb::arg("answered_only"), nb::arg("file"));
  module.def(
      "buckets_of",
      [](const std::vector<std::string>& topics, std::uint64_t buckets) {
        std::vector<std::uint64_t> out;
        for (const std::string& topic : topics)
          out.push_back(fnv1a(topic) % std::max<std::uint64_t>(buckets, 1));
        return out;
      },
      nb::arg("topics"), nb::arg("buckets"));
}

}  // namespace fovea::python
