// `fovea topics FILE…`: what the topics ask for, and how their castitles are understood.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/shared_options.h"
#include "text/escape.h"
#include "topics/nexi.h"
#include "topics/topic_file.h"

namespace fovea::cli {

namespace {

struct TopicsOptions {
  std::vector<std::string> files;
  std::string field;
  const TopicFormat* format = nullptr;
  std::string output = "text";
  std::vector<std::string> only;
};

/// On one line: runs of white space, tabs included, become one blank.
std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!space) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  return line;
}

std::string indented(const std::string& lines) {
  std::string out = "  ";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    out += lines[i];
    if (lines[i] == '\n' && i + 1 < lines.size()) out += "  ";
  }
  return out;
}

/// The topics asked for with --topic, in file order; all of them when none was.
std::vector<Topic> selected(std::vector<Topic> topics, const std::vector<std::string>& only,
                            Diagnostics& diagnostics) {
  if (only.empty()) return topics;
  for (const std::string& id : only) {
    if (std::ranges::find(topics, id, &Topic::id) == topics.end()) {
      diagnostics.expected({}, "unknown-topic", fmt::format("no topic {}", quote(id)),
                           "an id that stands in the files");
    }
  }
  std::erase_if(topics, [&](const Topic& topic) { return std::ranges::find(only, topic.id) == only.end(); });
  return topics;
}

void print_json(const Topic& topic, const TopicField* field) {
  if (field == nullptr) {
    fmt::print("{}\n", to_json_line(topic));
    return;
  }
  nlohmann::ordered_json object;
  object["id"] = topic.id;
  object[std::string(field->name)] = topic.*field->text;
  fmt::print("{}\n", object.dump());
}

void print_text(const Topic& topic, const TopicField& field, const std::optional<nexi::Query>& query,
                std::size_t width) {
  if (query) {
    fmt::print("{}", visible(fmt::format("{}  {}\n{}", topic.id, nexi::print(*query),
                                         indented(nexi::outline(*query))),
                             "\n"));
  } else {
    fmt::print("{:<{}}  {}\n", visible(topic.id), width, visible(on_one_line(topic.*field.text)));
  }
}

/// Prints the topics that have the field; castitles are parsed whatever the output, so that faults are found.
void list(const std::vector<Topic>& topics, const TopicsOptions& options, Diagnostics& diagnostics) {
  const TopicField* asked = options.field.empty() ? nullptr : find_topic_field(options.field);
  const TopicField& field = asked == nullptr ? kTopicFields[0] : *asked;
  const bool whole = asked == nullptr && options.output == "jsonl";
  std::size_t width = 0;
  for (const Topic& topic : topics) width = std::max(width, topic.id.size());
  std::size_t without = 0;
  for (const Topic& topic : topics) {
    if (!whole && (topic.*field.text).empty()) {
      ++without;
      continue;
    }
    std::optional<nexi::Query> query;
    if (field.text == &Topic::castitle)
      query = nexi::parse(topic.castitle, topic.castitle_place, diagnostics);
    if (options.output == "jsonl") {
      print_json(topic, asked);
    } else if (options.output == "tsv") {
      fmt::print("{}\t{}\n", visible(topic.id), visible(on_one_line(topic.*field.text)));
    } else if (field.text != &Topic::castitle || query) {
      print_text(topic, field, query, width);
    }
  }
  if (without > 0)
    say(fmt::format("{} of {} topics have no {} and are not listed", without, topics.size(), field.name));
}

int run(const TopicsOptions& options) {
  Diagnostics diagnostics;
  const auto topics =
      selected(read_topics(options.files, options.format, diagnostics), options.only, diagnostics);
  list(topics, options, diagnostics);
  print(diagnostics);
  return diagnostics.ok() ? kFine : kBadInput;
}

}  // namespace

void add_topics_command(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("topics", "List topics, and show how their castitles are understood");
  auto options = std::make_shared<TopicsOptions>();
  std::vector<std::string> fields;
  for (const TopicField& field : kTopicFields) fields.emplace_back(field.name);
  add_files(*command, options->files, "Topic files");
  command
      ->add_option("--field", options->field,
                   "What to list of each topic (default: title); castitle shows the parsed NEXI query")
      ->check(one_of(fields));
  command->add_option("--topic", options->only, "List only this topic; may be given several times")
      ->type_name("ID")
      ->allow_extra_args(false);
  const std::string formats = fmt::format("{}", fmt::join(format_names(all_topic_formats()), ", "));
  add_record<TopicFormat>(*command, "--format", options->format, topic_format_named, formats,
                          fmt::format("{}: {}", kInputFormat, formats))
      ->type_name("FORMAT");
  add_output_format(*command, options->output,
                    {{"text", "text", "for people"},
                     {"tsv", "tsv", "id and field"},
                     {"jsonl", "jsonl", "whole topics unless --field is given"}});
  command->footer(
      std::string(
          "Reads INEX topics of 2002-2010, TREC <top> topics, id<TAB>query and JSON lines.\nEverything readable is listed, whatever else is wrong.\n") +
      exit_sentence({{kFine}, {kUsage}, {kBadInput, "a file or a castitle is wrong"}}) +
      "\n\n"
      "Examples:\n"
      "  fovea topics topics.xml\n"
      "  fovea topics topics.xml --field castitle --topic 2010003\n"
      "  fovea topics topics/*.xml -o jsonl > topics.jsonl");
  command->callback([options, &exit] { exit = run(*options); });
}

}  // namespace fovea::cli
