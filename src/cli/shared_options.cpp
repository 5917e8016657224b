#include "cli/shared_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "runs/task.h"
#include "text/numbers.h"

namespace fovea::cli {

CLI::Validator in_range(const NumberRange& range) {
  return CLI::Validator(
      [range](const std::string& text) {
        const auto value = parse_number(text);
        if (value && range.contains(*value)) return std::string();
        // A limit that only a machine has is none to tell.
        const bool open = range.whole && range.most >= kDepthRange.most;
        return "found " + quote(text) + ", expected " +
               (open ? fmt::format("a whole number from {} on", range.least) : to_string(range));
      },
      "");
}

// ---- What is read -----------------------------------------------------------------------------------------

CLI::Option* add_judgements(CLI::App& command, std::string& file) {
  return command
      .add_option("judgements", file,
                  "Judgements of any format fovea reads: a file, a folder of files, or - for standard input")
      ->required()
      ->option_text("JUDGEMENTS");
}

CLI::Option* add_files(CLI::App& command, std::vector<std::string>& files, const std::string& what) {
  return command.add_option("files", files, what + ", .gz and .zst too; - is standard input")
      ->required()
      ->type_name("FILE");
}

CLI::Option* add_collection(CLI::App& command, std::string& file) {
  return command
      .add_option(
          "--collection", file,
          "The documents, stored by 'fovea catalog': resolves elements and ranges, knows lengths and texts")
      ->type_name("FILE");
}

CLI::Option* add_run_format(CLI::App& command, const RunFormat*& format) {
  const std::string names = run_format_names();
  return add_record<RunFormat>(command, "--format", format, run_format_named, names,
                               "Format of the runs instead of what their content tells: " + names)
      ->type_name("FORMAT");
}

CLI::Option* add_order(CLI::App& command, std::optional<RankOrder>& order) {
  return add_choice(command, "--order", order,
                    {{"file", RankOrder::kFile, "as they stand there"},
                     {"rank", RankOrder::kRank, "by their numbers"},
                     {"score", RankOrder::kScore, "then by document id, descending"}},
                    "How results are ranked, instead of by score in 6-column runs and by file in all others");
}

CLI::Option* add_depth(CLI::App& command, std::size_t& depth) {
  return add_number(command, "-M,--depth", depth, kDepthRange,
                    "Look at the first N results of each topic only (default: all)");
}

CLI::Option* add_task(CLI::App& command, const Task*& task, const std::string& text,
                      std::vector<std::string_view> offered) {
  if (offered.empty()) {
    for (const Task& known : all_tasks()) offered.push_back(known.name);
  }
  const std::string list = fmt::format("{}", fmt::join(offered, ", "));
  const auto find = [offered = std::move(offered)](std::string_view name) -> const Task* {
    const Task* const found = task_named(name);
    return found != nullptr && std::ranges::find(offered, found->name) != offered.end() ? found : nullptr;
  };
  return add_record<Task>(command, "--task", task, find, list, text + "; one of " + list)->type_name("TASK");
}

// ---- What is done -----------------------------------------------------------------------------------------

CLI::Option* add_measures(CLI::App& command, std::vector<std::string>& measures) {
  return command
      .add_option(
          "-m,--measure,--measures", measures,
          "Measures, such as AgP, 'gP(t2i=300)@5,10' or map; repeatable, lists allowed ('fovea measures' "
          "lists all)")
      ->type_name("MEASURE")
      ->allow_extra_args(false);
}

void add_grades(CLI::App& command, EvaluationOptions& asked) {
  command
      .add_flag("--from-highlights", asked.grades_from_highlights,
                "Derive exhaustivity and specificity of elements from highlighted text; needs --collection")
      ->group(kGradesGroup);
  add_choice(command, "--specificity-steps", asked.specificity_steps,
             {{"thirds", SpecificitySteps::kThirds, "up to 1/3, up to 2/3, above"},
              {"exact", SpecificitySteps::kExact, "up to 1/3, less than all, all"}},
             "Highlighted share that makes specificity 1, 2 and 3")
      ->group(kGradesGroup);
}

CLI::Option* add_explain(CLI::App& command, std::vector<std::string>& explain, const std::string& text) {
  return command.add_option("--explain", explain, text)
      ->type_name("TOPIC DOC")
      ->expected(2)
      ->allow_extra_args(false);
}

CLI::Option* add_alpha(CLI::App& command, double& alpha) {
  return add_number(command, "--alpha", alpha, {.least = 1e-9, .most = 0.5},
                    "Level of significance of the tests (default: 0.05)");
}

CLI::Option* add_seed(CLI::App& command, std::uint64_t& seed) {
  return command
      .add_option("--seed", seed,
                  "Seed of what is drawn at random; the same seed draws the same (default: 1)")
      ->type_name("N");
}

CLI::Option* add_space(CLI::App& command, std::string& space, const std::vector<std::string>& offered) {
  std::vector<Choice<std::string>> spaces{{"SR", "SR", "the 20 runs from highlighted text"},
                                          {"graded", "graded", "irb frb ia id lo ao of Kazai et al."},
                                          {"perfect", "perfect", "perfect and ancestors of Gövert et al."},
                                          {"noise", "noise", "a run made worse"}};
  std::erase_if(spaces, [&](const Choice<std::string>& choice) {
    return std::ranges::find(offered, choice.name) == offered.end();
  });
  return add_choice(command, "--space", space, spaces, "Which runs to make");
}

CLI::Option* add_quantisation(CLI::App& command, std::string& quantisation) {
  return command
      .add_option("--quant", quantisation,
                  "Quantisation that graded runs are made with: strict, gen, sog or a file (default: sog)")
      ->type_name("NAME");
}

CLI::Option* add_replace(CLI::App& command, bool& replace) {
  return command.add_flag("--replace", replace, "A document replaces an earlier one with the same id");
}

CLI::Option* add_keep_going(CLI::App& command, bool& keep_going) {
  return command.add_flag("--keep-going", keep_going,
                          "Name and skip documents that are bad or missing instead of stopping");
}

// ---- What is made -----------------------------------------------------------------------------------------

CLI::Option* add_output(CLI::App& command, std::string& path, const std::string& text,
                        const std::string& type) {
  return command.add_option("-o,--output", path, text + (path.empty() ? "" : " (default: " + path + ")"))
      ->type_name(type);
}

CLI::Option* add_target_format(CLI::App& command, const RunFormat*& format, const std::string& usual) {
  const std::string known = run_format_names();
  return add_record<RunFormat>(command, "-f,--to", format, run_format_named, known,
                               "Format to write: " + known + " (default: " + usual + ")")
      ->type_name("FORMAT");
}

CLI::Option* add_tag(CLI::App& command, std::string& tag) {
  return command.add_option("--tag", tag, "Name of the run that is made (default: " + tag + ")")
      ->type_name("NAME");
}

CLI::Option* add_force(CLI::App& command, bool& force) {
  return command.add_flag("--force", force,
                          "Replace what is there already, which stays until the new one is complete");
}

CLI::Option* add_folder(CLI::App& command, FolderOptions& options) {
  add_force(command, options.force);
  return command
      .add_option(
          "--folder", options.folder,
          "Write the tables (CSV, LaTeX) and figures (SVG, Vega-Lite) into a new folder too, with a page "
          "that shows them")
      ->type_name("DIR");
}

CLI::Option* add_quiet(CLI::App& command, bool& quiet) {
  return command.add_flag("--quiet", quiet, "Say only what is wrong: no progress, no remarks, no summary");
}

}  // namespace fovea::cli
