// What runs are called, in every command, table and file.
//
// A run goes by the name it is given, else by its tag, else by the stem of its file. Where several have the same name,
// the stem is added: bm25:a, bm25:b; one whose file is called like it keeps its name. Where that does not tell them
// apart either, they are numbered in the order they are given: bm25, bm25:2.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "files/diagnostics.h"
#include "runs/run.h"

namespace fovea {

/// What a run's name is made of.
struct RunLabel {
  std::string name;  ///< given, or the tag; may be empty
  std::string file;
};

/// A name for each, no two the same.
std::vector<std::string> names_of(std::span<const RunLabel> labels);

/// The same for runs. A file that is given twice is reported, since no name makes two runs of it.
std::vector<std::string> names_of(std::span<const Run> runs, Diagnostics& diagnostics);

/// The name of a run that stands alone.
std::string name_of(const Run& run);

}  // namespace fovea
