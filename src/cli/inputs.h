// Judgements, runs and a collection: what the commands about them open first.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/judgement_arguments.h"
#include "collection/collection.h"
#include "judgements/judgements.h"
#include "runs/run.h"

namespace fovea::cli {

/// The files as the user names them.
struct InputNames {
  std::string judgements;
  std::vector<std::string> runs;
  std::string collection;
  JudgementArguments arguments;
  bool quiet = false;  ///< says only what is wrong

  /// --collection and how to read judgements.
  void add_options_to(CLI::App& command);
  /// The positional JUDGEMENTS.
  void add_judgements_to(CLI::App& command);
};

/// The files, opened.
struct Inputs {
  std::optional<Collection> collection;
  Judgements judgements;
  std::vector<Run> runs;

  const Collection* collection_or_null() const { return collection ? &*collection : nullptr; }
};

/// Opens everything that is named and prints what is wrong; an exit code.
int open_inputs(InputNames& names, Inputs& inputs);

/// Reads a further set of judgements, such as a second assessor's, as the first was read. Nothing, with
/// messages printed, when it cannot be used.
std::optional<Judgements> read_further_judgements(InputNames& names, const Inputs& inputs,
                                                  const std::string& file);

/// Whether the judgements have a topic in common with the further set in `file`; says so, with examples, when not.
bool share_topics(const InputNames& names, const Inputs& inputs, const std::string& file,
                  const Judgements& further);

/// Whether there is highlighted text; says so when there is none.
bool has_highlights(const Inputs& inputs, const InputNames& names);

}  // namespace fovea::cli
