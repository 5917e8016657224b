#include "assess/pooling.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <utility>

#include "assess/phases.h"
#include "assess/selection.h"
#include "assess/standing_runs.h"
#include "assess/submission_files.h"
#include "assess/submissions.h"
#include "files/output_file.h"
#include "files/sha256.h"
#include "pools/methods/method.h"
#include "pools/pool_file.h"

namespace fovea::assess {

namespace {

namespace fs = std::filesystem;

/// Those that the organiser has put into the track file are there already.
bool is_in_track_file(const PoolingPlan& plan, const std::string& name) {
  return std::ranges::find(plan.track_runs, name, &TrackRun::name) != plan.track_runs.end();
}

/// The SHA-256 of the pool that was made here last; empty when none was.
std::string sum_of_last_pool(Store& store) {
  const auto event = store.database().one("SELECT data FROM event WHERE kind = ?1 ORDER BY seq DESC LIMIT 1",
                                          text_in, name_of(EventKind::kPool));
  const auto data = nlohmann::json::parse(event.value_or(""), nullptr, false);
  return data.is_object() ? data.value("sha256", "") : "";
}

/// Whether the store has items that the pool has not.
bool holds_others(Store& store, const pools::Pool& pool) {
  std::set<std::pair<std::string_view, std::string_view>> known;
  for (const pools::PoolTopic& topic : pool.topics) {
    for (const pools::PoolItem& item : topic.items) known.emplace(topic.id, item.doc);
  }
  bool others = false;
  store.database().each("SELECT i.topic, d.name FROM item i JOIN document d ON d.id = i.document",
                        [&](const Statement& row) {
                          others = !known.contains({row.text(0), row.text(1)});
                          return !others;
                        });
  return others;
}

EventData pool_event(const pools::PoolOrder& order, const pools::Pool& pool, std::size_t left_out,
                     std::string_view text) {
  EventData out{{"method", pool.settings.method->name}};
  if (order.budget) out["budget"] = *order.budget;
  if (pool.settings.method->by_depth) {
    out["depth"] = pool.settings.depth;
  } else {
    out["size"] = pool.settings.size;
  }
  out["runs"] = pool.runs.size();
  if (left_out > 0) out["left_out"] = left_out;
  out["topics"] = pool.topics.size();
  out["items"] = pool.items();
  out["sha256"] = sha256(text);
  return out;
}

}  // namespace

bool judging_has_begun(Store& store) {
  return store.database().number(
             "SELECT EXISTS (SELECT 1 FROM state) OR EXISTS (SELECT 1 FROM item WHERE source <> 'pool')") !=
         0;
}

Outcome<std::int64_t> take_over_pool(Store& store, const pools::Pool& pool, const std::vector<Topic>& topics,
                                     const Collection& collection, const Actor& actor) {
  if (!judging_has_begun(store) && holds_others(store, pool)) {
    // Topics that were given to somebody stay theirs.
    for (const char* const gone : {"DELETE FROM origin", "DELETE FROM item", "DELETE FROM run",
                                   "DELETE FROM topic WHERE id NOT IN (SELECT topic FROM assignment)"})
      store.database().run(gone);
  }
  return store.add_pool(pool, topics.empty() ? chosen_topics(store) : topics, collection, actor);
}

Pooling::Pooling(std::string store, StoreWriter& writer, PoolingPlan plan, Known known,
                 std::function<std::int64_t()> now_ms)
    : store_(std::move(store)), writer_(writer), plan_(std::move(plan)), now_ms_(std::move(now_ms)) {
  judged_ = judged(std::move(known.pool), std::move(known.pooled));
}

Pooling::~Pooling() {
  stop();
}

void Pooling::stop() {
  worker_.stop();
  if (judged_->growing) judged_->growing->stop();
}

std::shared_ptr<Pooling::Judged> Pooling::judged(std::optional<pools::Pool> pool,
                                                 pools::OpenedRuns pooled) const {
  auto out = std::make_shared<Judged>();
  std::vector<ScoredTrackRun> scored = plan_.scored;
  Diagnostics said;  // of runs that were checked when they came
  Store reader = Store::open(store_, false);
  const SubmissionFiles files(store_);
  for (const Submission& each : standing_submissions(reader)) {
    if (is_in_track_file(plan_, full_name(each))) continue;
    auto run = Run::open(files.run(each.key), said);
    if (!run) continue;
    out->sent.push_back(std::move(*run));
    scored.push_back({full_name(each), &out->sent.back()});
  }
  out->scores = std::make_unique<LiveScores>(store_, std::move(scored), plan_.collection, plan_.measures);
  if (!pool) return out;
  out->pool = std::make_shared<const pools::Pool>(std::move(*pool));
  if (out->pool->settings.method->adaptive()) {
    out->growing =
        std::make_unique<LivePool>(*out->pool, LivePool::Place{plan_.file, store_}, std::move(pooled),
                                   *plan_.collection, writer_, now_ms_, plan_.complain, said);
  }
  return out;
}

std::shared_ptr<const pools::Pool> Pooling::pool() const {
  const std::scoped_lock lock(mutex_);
  return judged_->growing ? judged_->growing->pool() : judged_->pool;
}

std::shared_ptr<LiveScores> Pooling::scores() const {
  const std::scoped_lock lock(mutex_);
  return {judged_, judged_->scores.get()};
}

void Pooling::mark(const std::string& topic) {
  // Under the lock: the writer's thread must not be the last that has what is replaced, whose threads would then be waited for.
  const std::scoped_lock lock(mutex_);
  judged_->scores->mark(topic);
  if (judged_->growing) judged_->growing->mark(topic);
}

std::size_t Pooling::runs(Store& store) const {
  const auto sent = standing_submissions(store);
  const auto more = std::ranges::count_if(
      sent, [this](const Submission& each) { return !is_in_track_file(plan_, full_name(each)); });
  return static_cast<std::size_t>(std::ranges::count(plan_.track_runs, true, &TrackRun::pool) + more);
}

std::optional<Refused> Pooling::refusal(Store& store) const {
  if (plan_.file.empty() || plan_.collection == nullptr)
    return Refused{Refusal::kNotFound, "there is no track to pool: this takes the server that holds it"};
  if (auto closed = refuse_unless_open(store, Phase::kPooling)) return closed;
  if (phase_record(store, Phase::kRuns).state == PhaseState::kOpen)
    return Refused{Refusal::kLocked, "runs can still be sent in: close the phase 'runs' first"};
  const auto sent = submissions(store);
  const auto checking = std::ranges::count(sent, SubmissionState::kChecking, &Submission::state);
  if (checking > 0)
    return Refused{Refusal::kConflict, fmt::format("{} of the runs are still being checked", checking)};
  if (judging_has_begun(store))
    return Refused{
        Refusal::kConflict,
        "people have begun to judge: the pool that they judge stays as it is, and nothing is lost"};
  std::error_code error;
  if (fs::exists(plan_.file, error) && sha256_of_file(plan_.file).value_or("") != sum_of_last_pool(store)) {
    return Refused{Refusal::kConflict,
                   fmt::format("{} is there and was not made on this page: it is judged as it is, and not "
                               "replaced",
                               fs::path(plan_.file).filename().string())};
  }
  if (runs(store) == 0) return Refused{Refusal::kRule, "there is no run that could be pooled"};
  return std::nullopt;
}

std::optional<Refused> Pooling::begin(Store& store, const pools::PoolOrder& order, const Actor& actor) {
  if (auto refused = refusal(store)) return refused;
  {
    const std::scoped_lock lock(mutex_);
    if (state_ == PoolingState::kMaking) return Refused{Refusal::kConflict, "a pool is being made already"};
    state_ = PoolingState::kMaking;
    fault_.clear();
  }
  worker_.add("", [this, order, actor] {
    std::string fault;
    try {
      make(order, actor);
    } catch (const std::exception& error) {
      fault = error.what();
    }
    const std::scoped_lock lock(mutex_);
    state_ = fault.empty() ? PoolingState::kIdle : PoolingState::kFailed;
    fault_ = fault;
  });
  return std::nullopt;
}

std::pair<PoolingState, std::string> Pooling::state() const {
  const std::scoped_lock lock(mutex_);
  return {state_, fault_};
}

void Pooling::make(const pools::PoolOrder& order, const Actor& actor) {
  PoolRequest request{.runs = {},
                      .order = order,
                      .file = plan_.file,
                      .collection = plan_.collection,
                      .collection_file = plan_.collection_file,
                      .stop = &worker_.stopping()};
  for (const TrackRun& run : plan_.track_runs) {
    if (run.pool) request.runs.push_back(run);
  }
  {
    Store reader = Store::open(store_, false);
    const std::string folder = store_ + ".pooled";
    fs::create_directories(folder);
    fs::permissions(folder, fs::perms::owner_all);
    for (TrackRun& run :
         put_standing_runs(reader, SubmissionFiles(store_), folder, folder, RunFiles::kLinked)) {
      if (!is_in_track_file(plan_, run.name)) request.runs.push_back(std::move(run));
    }
  }
  BuiltPool made = plan_.build(request);
  pools::Pool& pool = made.pool;
  const std::string& text = made.text;
  const std::size_t left_out = request.runs.size() - std::min(request.runs.size(), pool.runs.size());
  OutputFile out(plan_.file);
  out.write(text);
  Diagnostics said;
  // One that goes on would write the file, too. Nobody has judged yet, so that it has nothing to go by.
  const std::shared_ptr<Judged> before = [this] {
    const std::scoped_lock lock(mutex_);
    return judged_;
  }();
  if (before->growing) before->growing->stop();
  try {
    writer_
        .submit([&](Store& store) {
          // Thrown, so that nothing of it stays.
          if (const auto refused = refusal(store)) throw std::runtime_error(refused->message);
          const auto added = take_over_pool(store, pool, plan_.topics, *plan_.collection, actor);
          if (const auto* const refused = std::get_if<Refused>(&added))
            throw std::runtime_error(refused->message);
          store.record(EventKind::kPool, pool_event(order, pool, left_out, text), actor);
          out.commit();
          return true;
        })
        .get();
  } catch (const std::exception&) {
    if (before->growing) {
      const auto stays = before->growing->pool();
      put(judged(*stays, pools::with_runs_of(*stays, plan_.file, {}, said)));
    }
    throw;
  }
  pools::OpenedRuns pooled;
  if (pool.settings.method->adaptive()) pooled = pools::with_runs_of(pool, plan_.file, {}, said);
  put(judged(std::move(pool), std::move(pooled)));
}

void Pooling::put(std::shared_ptr<Judged> now) {
  {
    const std::scoped_lock lock(mutex_);
    judged_.swap(now);
  }
  // What was there goes here, or with the last request that has it.
}

}  // namespace fovea::assess
