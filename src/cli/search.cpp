// `fovea search INDEX… TOPICS`: a run of the best documents of each topic.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/shared_options.h"
#include "collection/collection.h"
#include "files/output_file.h"
#include "runs/run_format.h"
#include "runs/task.h"
#include "runs/writer.h"
#include "search/analysis/stop_words.h"
#include "search/index/index.h"
#include "search/ranking/expansion.h"
#include "search/ranking/pipeline.h"
#include "search/ranking/search.h"
#include "text/nearest.h"
#include "topics/topic_file.h"

namespace fovea::cli {

namespace {

struct SearchArguments {
  std::vector<std::string> files;
  std::string preset = "reference";
  const Task* task = task_named("document");
  std::vector<std::string> changes;
  std::string query = "title";
  std::size_t results = 0;
  const RunFormat* format = &run_formats::kTrec;
  std::string tag = "fovea";
  std::string collection;
  std::string output = "-";
  bool exhaustive = false;
  bool show_preset = false;
  std::vector<std::string> explain;
  std::optional<std::string> model;
};

/// A topic's query, counted in all indexes.
struct CountedQuery {
  search::Query query;
  search::QueryCounts counts;

  bool known() const {
    for (const search::TermCounts& term : counts.terms) {
      if (term.occurrences > 0) return true;
    }
    return false;
  }
};

int list_models(const std::string& name) {
  if (name.empty()) {
    for (const search::Model* model : search::all_models())
      fmt::print("{:<14}{}\n", model->name, model->formula);
    return kFine;
  }
  const search::Model* const model = search::find_model(name);
  if (model == nullptr) {
    std::vector<std::string_view> known;
    for (const search::Model* each : search::all_models()) known.push_back(each->name);
    say(fmt::format("no model '{}'{}", name, did_you_mean(name, known)));
    return kUsage;
  }
  fmt::print("{}\n  {}\n  {}\n", model->name, model->formula, model->source);
  for (const search::ModelParameter& parameter : model->parameters) {
    fmt::print("  {:<9}{}{}{}\n", parameter.name, parameter.meaning,
               parameter.choices.empty() ? "" : fmt::format(" ({})", parameter.choices),
               parameter.fallback.empty() ? "" : fmt::format(" [{}]", parameter.fallback));
  }
  return kFine;
}

bool read_pipeline(const SearchArguments& arguments, search::Pipeline& pipeline, Diagnostics& diagnostics) {
  bool read = false;
  std::vector<std::string_view> names;
  for (const search::Preset& preset : search::presets()) {
    names.push_back(preset.name);
    if (preset.name != arguments.preset) continue;
    read_preset(InputFile::from_memory(arguments.preset, preset.toml), pipeline, diagnostics);
    read = true;
  }
  if (!read && !std::filesystem::exists(arguments.preset)) {
    diagnostics.expected({}, "unknown-preset", fmt::format("--preset {}", quote(arguments.preset)),
                         fmt::format("a file, or one of: {}{}", fmt::join(names, ", "),
                                     did_you_mean(arguments.preset, names)));
    return false;
  }
  if (!read) {
    const auto file = InputFile::open(arguments.preset, diagnostics);
    if (!file || !read_preset(*file, pipeline, diagnostics)) return false;
  }
  for (const std::string& change : arguments.changes) change_preset(change, pipeline, diagnostics);
  if (arguments.results > 0) {
    pipeline.results = arguments.results;
    pipeline.depth = arguments.results;
  }
  pipeline.exhaustive = arguments.exhaustive;
  return diagnostics.ok();
}

/// Says so when the collection beside an index is not the one that was indexed.
void check_beside(const search::Index& index, Diagnostics& diagnostics) {
  const auto beside = std::filesystem::path(index.path()).parent_path() / index.facts().collection;
  std::error_code ignored;
  if (index.facts().collection.empty() || !std::filesystem::is_regular_file(beside, ignored)) return;
  Diagnostics unheard;
  const auto collection = Collection::open(beside.string(), unheard);
  if (collection && !index.facts().describes(*collection)) {
    diagnostics.error(
        {index.path()}, "stale",
        fmt::format("{} has changed since it was indexed: build the index again", beside.string()));
  }
}

/// The texts of the fields that --query names, one behind the other.
std::optional<std::string> query_text(const Topic& topic, std::string_view fields) {
  std::string text;
  while (!fields.empty()) {
    const std::string_view name = fields.substr(0, fields.find('+'));
    const TopicField* const field = find_topic_field(name);
    if (field == nullptr || field->text == &Topic::castitle) return std::nullopt;
    if (!text.empty()) text += ' ';
    text += topic.*field->text;
    fields.remove_prefix(std::min(fields.size(), name.size() + 1));
  }
  return text;
}

class SearchCommand {
 public:
  explicit SearchCommand(const SearchArguments& arguments) : arguments_(arguments) {}

  int run() {
    if (!open()) {
      print(diagnostics_);
      return usage_ ? kUsage : kBadInput;
    }
    if (!arguments_.explain.empty()) return explain();
    return write();
  }

 private:
  bool open() {
    if (!read_pipeline(arguments_, pipeline_, diagnostics_)) return false;
    if (arguments_.files.size() < 2) {
      diagnostics_.expected({}, "usage", "one argument", "an index, and topics or a query");
      usage_ = true;
      return false;
    }
    for (std::size_t i = 0; i + 1 < arguments_.files.size(); ++i) {
      auto index = search::Index::open(arguments_.files[i], diagnostics_);
      if (!index) continue;
      check_beside(*index, diagnostics_);
      indexes_.push_back(std::move(*index));
    }
    read_topics_or_query(arguments_.files.back());
    if (!diagnostics_.ok()) return false;
    std::vector<const search::Index*> pointers;
    for (const search::Index& index : indexes_) pointers.push_back(&index);
    if (!can_serve(pointers, pipeline_, diagnostics_)) return false;
    if (pipeline_.expansion.kind != search::Expansion::Kind::kNone) {
      if (arguments_.collection.empty()) {
        diagnostics_.error({}, "needs-text",
                           "an expansion takes words from the documents: --collection names them");
        return false;
      }
      collection_ = Collection::open(arguments_.collection, diagnostics_);
    }
    search::AnalysisSettings settings = indexes_.front().facts().analysis;
    if (const auto stop = search::stop_list(pipeline_.stop, diagnostics_))
      settings.stop_words.insert(settings.stop_words.end(), stop->begin(), stop->end());
    analyser_.emplace(settings);
    return diagnostics_.ok();
  }

  void read_topics_or_query(const std::string& given) {
    std::error_code ignored;
    if (given == "-" || std::filesystem::exists(given, ignored)) {
      const std::vector<std::string> paths{given};
      topics_ = read_topics(paths, nullptr, diagnostics_);
    } else {
      Topic topic;
      topic.id = "query";
      topic.title = given;
      topics_.push_back(std::move(topic));
    }
  }

  CountedQuery count_query(const Topic& topic) {
    CountedQuery counted;
    counted.query =
        parse_query(*query_text(topic, arguments_.query), *analyser_, pipeline_.phrases, pipeline_.signs);
    counted.counts = count_in_all(counted.query);
    return counted;
  }

  search::QueryCounts count_in_all(const search::Query& query) {
    search::QueryCounts counts = count(indexes_.front(), query);
    for (std::size_t i = 1; i < indexes_.size(); ++i)
      counts = merge(std::move(counts), count(indexes_[i], query));
    return counts;
  }

  search::Partial answer_in_all(const CountedQuery& counted) {
    search::Partial best;
    for (const search::Index& index : indexes_)
      best = merge(best, answer(index, counted.query, counted.counts, pipeline_), pipeline_);
    return best;
  }

  CountedQuery expanded(const CountedQuery& counted, const search::Partial& best) {
    search::Feedback lent;
    for (const search::Index& index : indexes_)
      lent =
          merge(std::move(lent), feedback(index, *collection_, best.articles, pipeline_.expansion.documents));
    const search::Query asked = terms_to_count(lent, pipeline_.expansion);
    CountedQuery wider;
    wider.query = expand(counted.query, pipeline_.expansion, lent, counted.counts,
                         {asked, count_in_all(asked)}, pipeline_.model == &search::kDirichlet);
    wider.counts = count_in_all(wider.query);
    return wider;
  }

  int write() {
    OutputFile out(arguments_.output);
    RunDetails details;
    details.id = arguments_.tag;
    RunWriter writer(*arguments_.format, details, {}, [&out](std::string_view piece) { out.write(piece); });
    bool any = false;
    for (const Topic& topic : topics_) {
      const CountedQuery counted = count_query(topic);
      if (!counted.known()) {
        say(fmt::format("topic {}: no word of its {} is in the index", topic.id, arguments_.query));
        continue;
      }
      any = true;
      search::Partial best = answer_in_all(counted);
      if (pipeline_.expansion.kind != search::Expansion::Kind::kNone)
        best = answer_in_all(expanded(counted, best));
      const auto answers = finish(std::move(best), pipeline_);
      TopicResults results;
      results.topic = topic.id;
      for (const search::Answer& each : answers) {
        Result result;
        result.doc = each.id;
        result.span = {0, kMaxOffset};
        result.rank = static_cast<std::int32_t>(results.results.size() + 1);
        result.score = each.score;
        results.results.push_back(result);
      }
      writer.write(results);
    }
    if (!any) {
      say("no word of any topic is in the index");
      return kNothingInCommon;
    }
    writer.finish();
    out.commit();
    for (const auto& [what, times] : writer.unsaid())
      say(fmt::format("lost in {}: {} ({})", arguments_.format->name, what, times));
    return kFine;
  }

  int explain() {
    const std::string& wanted = arguments_.explain[0];
    const std::string& document = arguments_.explain[1];
    for (const Topic& topic : topics_) {
      if (topic.id != wanted) continue;
      const CountedQuery counted = count_query(topic);
      for (const search::Index& index : indexes_) {
        const auto number = index.find(document);
        if (!number) continue;
        const auto explanation = search::explain(index, counted.query, counted.counts, pipeline_, *number);
        fmt::print("document\t{}\nlength\t{}\nmean length\t{:.6f}\ndocuments\t{}\nmodel\t{}\n", document,
                   explanation.length,
                   static_cast<double>(counted.counts.words) / static_cast<double>(counted.counts.documents),
                   counted.counts.documents, pipeline_.model->name);
        fmt::print("term\ttf\tn\tcf\tweight\tscore\n");
        for (const search::TermExplanation& term : explanation.terms)
          fmt::print("{}\t{}\t{}\t{}\t{}\t{:.6f}\n", term.term, term.tf, term.n, term.cf, term.weight,
                     term.part);
        fmt::print("score\t{:.6f}\n", explanation.score);
        return kFine;
      }
      say(fmt::format("no document {} in the index", quote(document)));
      return kBadInput;
    }
    say(fmt::format("no topic {}", quote(wanted)));
    return kBadInput;
  }

  const SearchArguments& arguments_;
  Diagnostics diagnostics_;
  search::Pipeline pipeline_;
  std::vector<search::Index> indexes_;
  std::vector<Topic> topics_;
  std::optional<search::Analyser> analyser_;
  std::optional<Collection> collection_;
  bool usage_ = false;
};

int run_search(const SearchArguments& arguments) {
  if (arguments.model) return list_models(*arguments.model);
  if (arguments.show_preset) {
    Diagnostics diagnostics;
    search::Pipeline pipeline;
    if (read_pipeline(arguments, pipeline, diagnostics)) fmt::print("{}", to_toml(pipeline));
    print(diagnostics);
    return diagnostics.ok() ? kFine : kBadInput;
  }
  try {
    return SearchCommand(arguments).run();
  } catch (const CorruptFile& error) {
    say(fmt::format("an index is damaged: {}; fovea index --verify tells which", error.what()));
  } catch (const std::invalid_argument& error) {
    say(error.what());
  }
  return kBadInput;
}

}  // namespace

void add_search_command(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("search", "Rank the documents of an index for topics");
  auto arguments = std::make_shared<SearchArguments>();
  command
      ->add_option(
          "files", arguments->files,
          "Indexes, whose documents are ranked as if they were in one; last, a file of topics or a query")
      ->type_name("INDEX… TOPICS");
  command->add_option("--preset", arguments->preset, "Settings by name (reference, otago) or a TOML file")
      ->type_name("NAME")
      ->capture_default_str();
  command
      ->add_option("--set", arguments->changes,
                   "Change a setting: articles.k1=1.2; may be given several times")
      ->type_name("TABLE.KEY=VALUE")
      ->allow_extra_args(false);
  add_task(*command, arguments->task, "What to return", {"document"});
  command
      ->add_option("--query", arguments->query, "Fields of the topics that make the query: title+phrasetitle")
      ->check([](const std::string& fields) {
        return query_text({}, fields) ? std::string()
                                      : "'" + fields + "' names no fields of topics that hold words";
      })
      ->type_name("FIELDS")
      ->capture_default_str();
  command->add_option("-k,--results", arguments->results, "Results per topic instead of the preset's")
      ->check(CLI::Range(1, 1'000'000))
      ->type_name("K");
  add_target_format(*command, arguments->format, "trec");
  add_tag(*command, arguments->tag);
  add_output(*command, arguments->output, kOutputFile);
  add_collection(*command, arguments->collection);
  command->add_flag("--exhaustive", arguments->exhaustive, "Look at every posting: the same answer, later");
  add_explain(*command, arguments->explain,
              "Show how a document got its score for a topic (a query is topic 'query')");
  command->add_flag("--show-preset", arguments->show_preset, "Print the settings as a preset and end");
  command
      ->add_option_function<std::vector<std::string>>(
          "--models",
          [arguments](const std::vector<std::string>& name) {
            arguments->model = name.empty() ? std::string() : name.front();
          },
          "List the models, or one with formula, source and parameters")
      ->expected(0, 1)
      ->type_name("MODEL");
  command->footer(
      "Titles may hold \"phrases\" and signs: --set articles.phrases=boost, --set articles.signs=strict.\n"
      "Exit code 2 when an index is damaged, has changed or cannot serve the preset; 4 when no word of any\n"
      "topic is in the index.\n\n"
      "Examples:\n"
      "  fovea search wiki.index topics.xml -o mine.run\n"
      "  fovea search wiki.index topics.xml --set articles.model=lm-dirichlet --set articles.mu=1000\n"
      "  fovea search a.index b.index 'olive oil health'\n"
      "  fovea search wiki.index topics.xml --explain 2009011 1164");
  command->callback([arguments, &exit] { exit = run_search(*arguments); });
}

}  // namespace fovea::cli
