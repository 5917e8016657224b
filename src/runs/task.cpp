#include "runs/task.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "runs/order.h"
#include "runs/run_format.h"
#include "runs/task_check.h"

namespace fovea {

namespace {

// Depths and limits are those of INEX 2009 and 2010.
constexpr std::array kTasks = {
    Task{"thorough", "ranked results; they may overlap", {.max_results = 1500}},
    Task{"efficiency", "ranked results; they may overlap", {.max_results = 1500}},
    Task{"focused", "ranked results without overlap", {.no_overlap = true}},
    Task{"restricted-focused",
         "ranked results without overlap, at most 1,000 characters per topic",
         {.no_overlap = true, .max_chars_per_topic = 1000}},
    Task{"relevant-in-context",
         "results without overlap, grouped by article",
         {.no_overlap = true, .grouped = true}},
    Task{"restricted-relevant-in-context",
         "results without overlap, grouped by article, at most 500 characters per article",
         {.no_overlap = true, .grouped = true, .max_chars_per_article = 500}},
    Task{"best-in-context", "one entry point per article", {.one_per_article = true}},
    Task{"document", "ranked documents", {.one_per_article = true}},
    Task{"chunks", "ranked chunks; they may overlap", {}},
};

struct Alias {
  std::string_view name;
  std::string_view task;
};
constexpr std::array kAliases = {
    Alias{"ric", "relevant-in-context"}, Alias{"rric", "restricted-relevant-in-context"},
    Alias{"bic", "best-in-context"},     Alias{"article", "document"},
    Alias{"adhoc", "document"},
};

/// Letters only, in lower case: "Relevant in Context" and "RelevantInContext" are the same.
std::string plain(std::string_view name) {
  std::string letters;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') letters += static_cast<char>(c - 'A' + 'a');
    if (c >= 'a' && c <= 'z') letters += c;
  }
  return letters;
}

/// What the first topics of a run have in common.
struct Shape {
  bool documents = true;     ///< whole documents only
  bool passages = true;      ///< offsets only
  bool entry_points = true;  ///< passages of one character at most
  bool one_per_article = true;
  bool grouped = true;
  bool overlap = false;
};

Shape shape_of(const Run& run) {
  constexpr std::size_t kTopics = 20;
  Shape shape;
  TopicResults topic;
  Diagnostics ignored(0);
  TaskJudge overlap({.no_overlap = true});
  TaskJudge grouped({.grouped = true});
  TaskJudge once({.one_per_article = true});
  for (std::size_t i = 0; i < std::min(kTopics, run.topics()); ++i) {
    run.read(i, topic, ignored);
    put_in_order(topic, run.format().order);
    for (const Result& result : topic.results) {
      shape.documents = shape.documents && result.kind == ResultKind::kDocument;
      shape.passages = shape.passages && result.kind == ResultKind::kPassage;
      shape.entry_points =
          shape.entry_points && result.kind == ResultKind::kPassage && result.span.size() <= 1;
    }
    shape.one_per_article = shape.one_per_article && once.judge(topic).empty();
    shape.grouped = shape.grouped && grouped.judge(topic).empty();
    shape.overlap = shape.overlap || !overlap.judge(topic).empty();
  }
  return shape;
}

}  // namespace

std::span<const Task> all_tasks() {
  return kTasks;
}

const Task* task_named(std::string_view name) {
  std::string wanted = plain(name);
  for (const Alias& alias : kAliases) {
    if (wanted == alias.name) wanted = plain(alias.task);
  }
  for (const Task& task : kTasks) {
    if (plain(task.name) == wanted) return &task;
  }
  return nullptr;
}

std::string task_names() {
  std::string names;
  for (const Task& task : kTasks) names += (names.empty() ? "" : ", ") + std::string(task.name);
  return names;
}

TaskGuess guess_task(const Run& run) {
  if (const Task* const task = task_named(run.details().task); task != nullptr) {
    return {task, fmt::format("the submission says so (task {})", quote(run.details().task))};
  }
  if (&run.format() == &run_formats::kChunks || &run.format() == &run_formats::kLegalBench) {
    return {task_named("chunks"), fmt::format("the format {} holds chunks", run.format().name)};
  }
  const Shape shape = shape_of(run);
  if (shape.documents) return {task_named("document"), "all results are whole documents"};
  if (&run.format() == &run_formats::kJsonLines && shape.passages && !shape.entry_points) {
    return {task_named("chunks"), "JSON lines with offsets hold chunks"};
  }
  if (shape.one_per_article && shape.entry_points) {
    return {task_named("best-in-context"), "each article is answered once, by a single character"};
  }
  if (shape.overlap) return {task_named("thorough"), "results of an article overlap"};
  if (shape.grouped) {
    return {task_named("relevant-in-context"), "results are grouped by article and do not overlap"};
  }
  return {task_named("focused"), "results do not overlap and articles come back"};
}

}  // namespace fovea
