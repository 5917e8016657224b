#include "evaluate/task_measures.h"

#include <array>

namespace fovea {

namespace {

constexpr std::array<std::string_view, 5> kArticles = {"AP", "P@5", "P@10", "RR", "Bpref"};
constexpr std::array<std::string_view, 5> kRanked = {"AiP", "iP@0.00", "iP@0.01", "iP@0.05", "iP@0.10"};
constexpr std::array<std::string_view, 5> kRestricted = {"charP(limit=1000)", "iP@0.01", "iP@0.05", "iP@0.10",
                                                         "AiP"};
constexpr std::array<std::string_view, 5> kInContext = {"AgP(t2i=300)", "gP(t2i=300)@5", "gP(t2i=300)@10",
                                                        "gP(t2i=300)@25", "gP(t2i=300)@50"};
constexpr std::array<std::string_view, 5> kBest = {"AgP(bep=500)", "gP(bep=500)@5", "gP(bep=500)@10",
                                                   "gP(bep=500)@25", "gP(bep=500)@50"};
constexpr std::array<std::string_view, 14> kChunks = {
    "charR@1", "charR@5", "charR@10", "charP@1", "charP@5",  "charP@10",   "IoU@1",
    "IoU@5",   "IoU@10",  "charF@1",  "charF@5", "charF@10", "chunkHit@5", "chunkRR"};

struct TaskMeasures {
  std::string_view task;
  std::span<const std::string_view> measures;
};
// Those of INEX 2009 and 2010.
constexpr std::array kMeasures = {
    TaskMeasures{"thorough", kRanked},
    TaskMeasures{"efficiency", kRanked},
    TaskMeasures{"focused", kRanked},
    TaskMeasures{"restricted-focused", kRestricted},
    TaskMeasures{"relevant-in-context", kInContext},
    TaskMeasures{"restricted-relevant-in-context", kInContext},
    TaskMeasures{"best-in-context", kBest},
    TaskMeasures{"chunks", kChunks},
};

}  // namespace

std::span<const std::string_view> measures_of(const Task& task) {
  for (const TaskMeasures& row : kMeasures) {
    if (row.task == task.name) return row.measures;
  }
  return kArticles;
}

std::span<const std::string_view> article_measures() {
  return kArticles;
}

bool looks_for_articles(const Task& task) {
  return task.name != "chunks";
}

bool ranks_articles(const Task& task) {
  return task.rules.grouped || task.name == "best-in-context";
}

}  // namespace fovea
