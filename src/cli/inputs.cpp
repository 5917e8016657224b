#include "cli/inputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/shared_options.h"
#include "cli/usage.h"
#include "judgements/judgement_file.h"
#include "runs/several_runs.h"

namespace fovea::cli {

void InputNames::add_judgements_to(CLI::App& command) {
  add_judgements(command, judgements);
}

void InputNames::add_options_to(CLI::App& command) {
  add_collection(command, collection);
  arguments.add_format_to(command);
  arguments.add_to(command);
}

int open_inputs(InputNames& names, Inputs& inputs) {
  if (const std::string wrong = measure_as_file(names.runs); !wrong.empty()) {
    say(wrong);
    return kUsage;
  }
  Diagnostics diagnostics;
  if (!names.collection.empty()) inputs.collection = Collection::open(names.collection, diagnostics);
  bool judged = false;
  if (diagnostics.ok()) {
    auto judgements = read_judgements(std::vector{names.judgements},
                                      names.arguments.options(inputs.collection_or_null()), diagnostics);
    judged = judgements.has_value();
    if (judgements) inputs.judgements = std::move(*judgements);
  }
  if (!names.arguments.swapped().empty()) {
    say(names.arguments.swapped());
    return kUsage;
  }
  for (const std::string& file : names.runs) {
    for (Run& run : open_runs(file, names.arguments.run_options(), diagnostics))
      inputs.runs.push_back(std::move(run));
  }
  if (!names.quiet || !diagnostics.ok()) print(diagnostics);
  return diagnostics.ok() && judged ? kFine : kBadInput;
}

std::optional<Judgements> read_further_judgements(InputNames& names, const Inputs& inputs,
                                                  const std::string& file) {
  Diagnostics diagnostics;
  auto judgements =
      read_judgements(std::vector{file}, names.arguments.options(inputs.collection_or_null()), diagnostics);
  if (!names.quiet || !diagnostics.ok()) print(diagnostics);
  return diagnostics.ok() ? std::move(judgements) : std::nullopt;
}

bool share_topics(const InputNames& names, const Inputs& inputs, const std::string& file,
                  const Judgements& further) {
  const auto& topics = inputs.judgements.topics();
  const bool shared = std::ranges::any_of(
      topics, [&](const TopicJudgements& topic) { return further.find(topic.topic()) != nullptr; });
  if (!shared) {
    say(fmt::format("no topic in common: {} has {}, {} has {}", names.judgements,
                    quote(topics.front().topic()), file, quote(further.topics().front().topic())));
  }
  return shared;
}

bool has_highlights(const Inputs& inputs, const InputNames& names) {
  if (inputs.judgements.kinds().highlights) return true;
  say(fmt::format("{}: found no highlighted text, which these runs are made of", names.judgements));
  return false;
}

}  // namespace fovea::cli
