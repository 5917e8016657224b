#include "cli/shared_options.h"

#include <utility>

#include "runs/run_format.h"

namespace fovea::cli {

CLI::Option* add_judgements(CLI::App& command, std::string& file) {
  return command
      .add_option("judgements", file,
                  "Judgements of any format fovea reads: a file, a folder of files, or - for standard input")
      ->required()
      ->option_text("JUDGEMENTS");
}

CLI::Option* add_collection(CLI::App& command, std::string& file) {
  return command
      .add_option(
          "--collection", file,
          "The documents, stored by 'fovea catalog': resolves elements and ranges, knows lengths and texts")
      ->type_name("FILE");
}

CLI::Option* add_measures(CLI::App& command, std::vector<std::string>& measures, const std::string& names) {
  return command
      .add_option(
          names, measures,
          "Measures, such as AgP, 'gP(t2i=300)@5,10' or map; repeatable, lists allowed ('fovea measures' "
          "lists all)")
      ->type_name("MEASURE")
      ->allow_extra_args(false);
}

CLI::Option* add_run_format(CLI::App& command, std::string& format) {
  return command
      .add_option("--format", format,
                  "Format of the runs instead of what their content tells: " + run_format_names())
      ->type_name("FORMAT");
}

CLI::Option* add_order(CLI::App& command, std::string& order) {
  return command
      .add_option(
          "--order", order,
          "Rank results as the file has them, by rank number, or by score then document id descending "
          "(default: score for 6-column runs, file for all others)")
      ->check(CLI::IsMember({"file", "rank", "score"}));
}

CLI::Option* add_depth(CLI::App& command, std::size_t& depth) {
  return command
      .add_option("--depth", depth, "Look at the first N results of each topic only (default: all)")
      ->type_name("N")
      ->check(in_range(kDepthRange));
}

CLI::Option* add_quantisation(CLI::App& command, std::string& quantisation) {
  return command
      .add_option("--quant", quantisation,
                  "Quantisation that graded runs are made with: strict, gen, sog or a file (default: sog)")
      ->type_name("NAME");
}

CLI::Option* add_quiet(CLI::App& command, bool& quiet, const std::string& names) {
  return command.add_flag(names, quiet, "Say only what is wrong: no progress, no remarks, no summary");
}

CLI::Option* add_output_format(CLI::App& command, const std::vector<OutputFormat>& formats,
                               const std::string& usual, const std::function<void(const std::string&)>& set) {
  std::vector<std::string> names;
  std::string text;
  for (const OutputFormat& format : formats) {
    names.push_back(format.name);
    text += (text.empty() ? "" : ", ") + format.name + (format.note.empty() ? "" : " (" + format.note + ")");
  }
  return command
      .add_option_function<std::string>("-o,--output", set,
                                        "Format of the output: " + text + " (default: " + usual + ")")
      ->check(CLI::IsMember(names))
      ->type_name("NAME");
}

CLI::Option* add_output_format(CLI::App& command, const std::vector<OutputFormat>& formats,
                               std::string& output) {
  return add_output_format(command, formats, output, [&output](const std::string& name) { output = name; });
}

}  // namespace fovea::cli
