// Options that several commands take. Each is defined here once, with its name, its letter, its text and its check; a
// command adds to what is returned only what it needs beyond that.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "cli/usage.h"
#include "evaluate/evaluation_options.h"
#include "runs/run_format.h"
#include "text/number_range.h"

namespace fovea::cli {

// ---- Groups of options in help, the usual ones first --------------------------------------------------------

inline constexpr const char* kOutputGroup = "Output";
inline constexpr const char* kReadingGroup = "Reading";
inline constexpr const char* kGradesGroup = "Grades of elements";
inline constexpr const char* kAnnotationGroup = "Files of annotation tools";

// ---- Kinds of options -------------------------------------------------------------------------------------

/// How many threads a command may be told to use.
inline constexpr NumberRange kThreadRange{.least = 1, .most = 1024, .whole = true};
/// Ranks at which lists may be cut.
inline constexpr NumberRange kDepthRange{.least = 1, .most = 1e9, .whole = true};
/// Digits behind the point.
inline constexpr NumberRange kDecimalsRange{.least = 0, .most = 15, .whole = true};

/// CLI11's own ranges let NaN pass.
CLI::Validator in_range(const NumberRange& range);

/// An option that is a number.
template <class Number>
CLI::Option* add_number(CLI::App& command, const std::string& names, Number& number, const NumberRange& range,
                        const std::string& text) {
  return command.add_option(names, number, text)->check(in_range(range))->type_name(range.whole ? "N" : "P");
}

/// A name that an option takes, what it stands for, and what is worth knowing about it.
template <class Value>
struct Choice {
  std::string name;
  Value value;
  std::string note = {};
};

/// An option that takes one of some names, which its text lists; what `target` holds before is the default.
template <class Value>
CLI::Option* add_choice(CLI::App& command, const std::string& names, Value& target,
                        const std::type_identity_t<std::vector<Choice<Value>>>& choices, std::string text) {
  std::vector<std::string> known;
  std::string usual;
  for (const auto& [name, value, note] : choices) {
    text += (known.empty() ? ": " : ", ") + name + (note.empty() ? "" : " (" + note + ")");
    known.push_back(name);
    if (value == target) usual = " (default: " + name + ")";
  }
  const auto set = [choices, &target](const std::string& given) {
    for (const Choice<Value>& choice : choices) {
      if (choice.name == given) target = choice.value;
    }
  };
  return command.add_option_function<std::string>(names, set, text + usual)
      ->check(one_of(known))
      ->type_name("NAME");
}

/// An option that names a record of a table: a task, a format. `offered` are the names, for the message.
template <class Record>
CLI::Option* add_record(CLI::App& command, const std::string& names, const Record*& target,
                        const std::function<const Record*(std::string_view)>& find,
                        const std::string& offered, const std::string& text) {
  // By any name that is found; the list is for messages, help and completion.
  std::vector<std::string> list = CLI::detail::split(offered, ',');
  for (std::string& name : list) CLI::detail::trim(name);
  const CLI::Validator known = one_of(std::move(list));
  CLI::Validator check = known;
  check.operation(
      [find, known](std::string& name) { return find(name) != nullptr ? std::string() : known(name); });
  return command
      .add_option_function<std::string>(
          names, [&target, find](const std::string& name) { target = find(name); }, text)
      ->check(check);
}

// ---- What is read -----------------------------------------------------------------------------------------

/// The positional JUDGEMENTS.
CLI::Option* add_judgements(CLI::App& command, std::string& file);
/// The positional FILE…; `what` they are begins the text.
CLI::Option* add_files(CLI::App& command, std::vector<std::string>& files, const std::string& what);
/// --collection FILE
CLI::Option* add_collection(CLI::App& command, std::string& file);
/// --format FORMAT, of runs
CLI::Option* add_run_format(CLI::App& command, const RunFormat*& format);
/// The text of options that name the format of other input.
inline constexpr const char* kInputFormat = "Format of the input instead of what its content tells";
/// --order file|rank|score
CLI::Option* add_order(CLI::App& command, std::optional<RankOrder>& order);
/// -M N, trec_eval's letter for it
CLI::Option* add_depth(CLI::App& command, std::size_t& depth);
/// --task TASK; `text` says what for. `offered` are names of tasks, those of all unless given.
CLI::Option* add_task(CLI::App& command, const Task*& task, const std::string& text,
                      std::vector<std::string_view> offered = {});

// ---- What is done -----------------------------------------------------------------------------------------

/// -m MEASURE, repeatable, lists allowed
CLI::Option* add_measures(CLI::App& command, std::vector<std::string>& measures);
/// --topics NAME: which topics count. What `all` means stands in kAllTopics.
template <class Value>
CLI::Option* add_topics(CLI::App& command, Value& topics,
                        const std::type_identity_t<std::vector<Choice<Value>>>& choices) {
  return add_choice(command, "--topics", topics, choices, "Topics that count");
}
inline constexpr const char* kAllTopics = "one that a run lacks scores 0";
/// --from-highlights and --specificity-steps: where grades of elements come from.
void add_grades(CLI::App& command, EvaluationOptions& asked);
/// --explain TOPIC DOC; `text` says what is shown.
CLI::Option* add_explain(CLI::App& command, std::vector<std::string>& explain, const std::string& text);
/// --alpha P
CLI::Option* add_alpha(CLI::App& command, double& alpha);
/// --seed N
CLI::Option* add_seed(CLI::App& command, std::uint64_t& seed);
/// --space NAME: the simulated runs to make, those of `offered`.
CLI::Option* add_space(CLI::App& command, std::string& space, const std::vector<std::string>& offered);
/// --quant NAME, of runs that are made from grades
CLI::Option* add_quantisation(CLI::App& command, std::string& quantisation);
/// --replace, of documents by those with the same id
CLI::Option* add_replace(CLI::App& command, bool& replace);
/// --keep-going, where documents are bad
CLI::Option* add_keep_going(CLI::App& command, bool& keep_going);
/// -j N
template <class Number>
CLI::Option* add_threads(CLI::App& command, Number& threads) {
  return add_number(command, "-j,--threads", threads, kThreadRange, "Threads to use (default: one per core)");
}

// ---- What is made -----------------------------------------------------------------------------------------

/// -o NAME: the format that a command prints.
template <class Value>
CLI::Option* add_output_format(CLI::App& command, Value& output,
                               const std::type_identity_t<std::vector<Choice<Value>>>& choices) {
  return add_choice(command, "-o,--output", output, choices, "Format of the output");
}
/// -o FILE or FOLDER: what a command makes.
CLI::Option* add_output(CLI::App& command, std::string& path, const std::string& text,
                        const std::string& type = "FILE");
/// The text of -o where the file may be standard output.
inline constexpr const char* kOutputFile = "Where to write; - is standard output";
/// -f FORMAT, of runs that are made
CLI::Option* add_target_format(CLI::App& command, const RunFormat*& format, const std::string& usual);
/// --tag NAME, of a run that is made
CLI::Option* add_tag(CLI::App& command, std::string& tag);
/// --force: what is there already is replaced.
CLI::Option* add_force(CLI::App& command, bool& force);
/// --folder DIR, where the tables and figures of what a command prints are written as files, and --force.
struct FolderOptions {
  std::string folder = {};
  bool force = false;

  bool asked() const { return !folder.empty(); }
};
CLI::Option* add_folder(CLI::App& command, FolderOptions& options);
/// -p N, the decimals of scores; `which` says where, such as "in text".
template <class Number>
CLI::Option* add_decimals(CLI::App& command, Number& decimals, const std::string& which) {
  return command.add_option("-p,--decimals", decimals, "Decimals of scores " + which + " (default: 4)")
      ->type_name("N");
}
/// --quiet
CLI::Option* add_quiet(CLI::App& command, bool& quiet);

}  // namespace fovea::cli
