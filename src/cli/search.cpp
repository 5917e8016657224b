// `fovea search INDEX… TOPICS`: a run of the best documents of each topic, or of their parts; or, of a query, what a reader
// wants to see of them.
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/efficiency_options.h"
#include "cli/judgement_arguments.h"
#include "cli/pipeline_options.h"
#include "cli/search_reading.h"
#include "cli/search_why_not.h"
#include "cli/shared_options.h"
#include "collection/collection.h"
#include "files/output_file.h"
#include "judgements/judgement_file.h"
#include "runs/run_format.h"
#include "runs/task.h"
#include "runs/writer.h"
#include "search/index/index.h"
#include "search/pipeline/pipeline.h"
#include "search/reading/found_article.h"
#include "search/session/result_rows.h"
#include "search/session/search.h"
#include "search/session/search_session.h"
#include "search/session/searcher.h"
#include "text/nearest.h"
#include "text/numbers.h"
#include "topics/topic_file.h"

namespace fovea::cli {

namespace {

constexpr std::string_view kUsualTag = "fovea";

struct SearchArguments {
  std::vector<std::string> files;
  search::PipelineRequest pipeline;
  bool preset_given = false;
  /// Whether something was asked for that only a run has.
  bool run_asked = false;
  const RunFormat* format = nullptr;
  std::optional<ReadingForm> reading;  ///< in place of a run
  ListedSections sections = ListedSections::kHits;
  std::string tag{kUsualTag};
  std::string collection;
  std::string output = "-";
  EfficiencyArguments efficiency;
  bool force = false;
  bool quiet = false;
  bool show_preset = false;
  std::vector<std::string> explain;
  std::vector<std::string> why_not;
  std::string feedback;
  std::optional<std::string> model;
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

/// The id of the chunk that DOC:BEGIN-END names; the text itself when it names none.
std::string chunk_named(const std::string& given) {
  const std::size_t colon = given.rfind(':');
  const std::size_t dash = given.rfind('-');
  if (colon == std::string::npos || dash == std::string::npos || dash < colon) return given;
  const auto begin = parse_offset(given.substr(colon + 1, dash - colon - 1));
  const auto end = parse_offset(given.substr(dash + 1));
  return begin && end ? search::chunk_id(given.substr(0, colon), {*begin, *end}) : given;
}

/// The highlighted text of a topic's documents that the collection has; of one without highlights its relevant elements,
/// of one without these all of it.
std::vector<search::RelevantText> relevant_texts(const TopicJudgements& topic, const Collection& collection) {
  std::vector<search::RelevantText> texts;
  for (const JudgedDocument& judged : topic.documents()) {
    const auto document = judged.relevant() ? collection.find(judged.id) : std::nullopt;
    if (!document) continue;
    std::vector<Span> spans(topic.highlights(judged).begin(), topic.highlights(judged).end());
    for (const ElementGrade& grade : topic.elements(judged)) {
      const bool relevant = grade.exhaustivity > 0 && grade.specificity > 0;
      const auto element =
          relevant && judged.span_count == 0 ? document->tree().find(grade.path) : std::nullopt;
      if (element) spans.push_back(document->tree().span(*element));
    }
    if (judged.span_count == 0 && judged.element_count == 0) spans.push_back({0, document->length()});
    const SpanSet disjoint(std::move(spans));
    texts.push_back({std::string(judged.id), {disjoint.begin(), disjoint.end()}});
  }
  return texts;
}

bool holds_chunks(const search::Index& index) {
  return index.facts().unit.kind != search::ChunkUnit::Kind::kArticle;
}

/// Whether the last argument is a file of topics; else it is a query.
bool is_topics_file(const std::string& given) {
  std::error_code ignored;
  return given == "-" || std::filesystem::exists(given, ignored);
}

class SearchCommand {
 public:
  explicit SearchCommand(SearchArguments arguments) : arguments_(std::move(arguments)) {}

  int run() {
    const bool opened = open();
    print_or_say(diagnostics_);
    if (!opened) return usage_ ? kUsage : kBadInput;
    diagnostics_ = Diagnostics();
    if (!arguments_.explain.empty()) return explain();
    if (!arguments_.why_not.empty()) return why_not();
    if (!efficiency_.axes.empty()) return sweep();
    return arguments_.reading ? write_for_readers(*arguments_.reading) : write();
  }

 private:
  bool open() {
    if (arguments_.files.size() < 2) {
      diagnostics_.expected({}, "usage", "one argument", "an index, and topics or a query");
      usage_ = true;
      return false;
    }
    search::OpenedIndexes indexes;
    for (std::size_t i = 0; i + 1 < arguments_.files.size(); ++i)
      indexes.open_or_make(arguments_.files[i], report_indexing(), diagnostics_);
    choose_form(!indexes.all().empty() && holds_chunks(indexes.all().front()));
    auto pipeline = read_pipeline(arguments_.pipeline, diagnostics_);
    if (!pipeline || !diagnostics_.ok()) return false;
    read_topics_or_query(arguments_.files.back(), pipeline->query);
    using Want = search::OpenedIndexes::Want;
    const Want want = arguments_.reading || !arguments_.feedback.empty() ? Want::kNeed
                      : arguments_.explain.empty()                       ? Want::kNothing
                                                                         : Want::kTake;
    session_ = search::SearchSession::open(std::move(indexes), std::move(*pipeline), arguments_.collection,
                                           want, diagnostics_);
    if (session_ == nullptr) return false;
    efficiency_ =
        read_efficiency(arguments_.efficiency, session_->pipeline(), session_->collection(), diagnostics_);
    if (!arguments_.feedback.empty() && diagnostics_.ok()) read_feedback();
    if (!diagnostics_.ok()) return false;
    // Queries are made one by one, when they are asked: there may be millions. Faults in queries are reported first.
    const bool can_be_wrong =
        session_->pipeline().query == "castitle" || !session_->pipeline().reference.empty();
    for (std::size_t i = 0; can_be_wrong && i < topics_.size(); ++i) session_->read(topics_[i], diagnostics_);
    return diagnostics_.ok();
  }

  const search::Query& query_of(std::size_t topic) {
    if (!current_ || current_->first != topic) {
      Diagnostics said;  // by open() already
      current_.emplace(topic, session_->read(topics_[topic], said).value_or(search::Query()));
    }
    return current_->second;
  }

  bool has_chunks() const { return holds_chunks(session_->indexes().front()); }

  /// A query is for reading, unless something that only a run has is asked for.
  void choose_form(bool chunks) {
    const bool query = !is_topics_file(arguments_.files.back());
    if (query && !arguments_.run_asked && !arguments_.reading) arguments_.reading = ReadingForm::kText;
    if (!arguments_.reading) return;
    most_ = arguments_.pipeline.results > 0 ? arguments_.pipeline.results : kUsualArticles;
    arguments_.pipeline.results = 0;
    if (!arguments_.preset_given) arguments_.pipeline.preset = chunks ? "reference" : "default";
    arguments_.pipeline.task = task_named(chunks ? "document" : "relevant-in-context");
  }

  void read_topics_or_query(const std::string& given, std::string_view query) {
    if (is_topics_file(given)) {
      const std::vector<std::string> paths{given};
      topics_ = read_topics(paths, nullptr, diagnostics_);
    } else {
      Topic topic;
      topic.id = "query";
      topic.title = given;
      if (query == "castitle" && given.starts_with('/')) topic.castitle = given;
      topic.castitle_place = {"query", 1};
      topics_.push_back(std::move(topic));
    }
  }

  search::CountedQuery count_query(std::size_t topic) {
    search::CountedQuery counted = session_->searcher().count(query_of(topic));
    const auto relevant = relevant_.find(topics_[topic].id);
    return relevant == relevant_.end() ? counted
                                       : session_->searcher().with_feedback(counted, relevant->second);
  }

  /// The relevant text of each topic.
  void read_feedback() {
    JudgementArguments how;
    const std::vector<std::string> paths{arguments_.feedback};
    const auto judgements = read_judgements(paths, how.options(session_->collection()), diagnostics_);
    if (!judgements) return;
    for (const TopicJudgements& topic : judgements->topics())
      relevant_[std::string(topic.topic())] = relevant_texts(topic, *session_->collection());
    for (const Topic& topic : topics_) {
      if (relevant_[topic.id].empty())
        say(fmt::format("topic {}: {} has no relevant text for it: it is asked as it is", topic.id,
                        arguments_.feedback));
    }
  }

  /// Asks each topic; `ask` returns whether a word of it is known. The others are named.
  template <typename Ask>
  bool ask_topics(const Ask& ask) {
    bool any = false;
    // Rows that appear on the same terminal are progress enough.
    const bool shown = arguments_.output == "-" && prints_to_terminal();
    Progress progress("searching", topics_.size(), "topics", arguments_.quiet || shown);
    for (std::size_t i = 0; i < topics_.size(); ++i) {
      progress.update(i);
      if (ask(i)) {
        any = true;
      } else {
        say(fmt::format("topic {}: no word of its {} is in the index", topics_[i].id,
                        session_->pipeline().query));
      }
    }
    if (!any) say("no word of any topic is in the index");
    return any;
  }

  int write_for_readers(ReadingForm form) {
    std::vector<TopicAnswer> answers;
    const bool any = ask_topics([&](std::size_t i) {
      const search::CountedQuery counted = count_query(i);
      if (!counted.known()) return false;
      const Topic& topic = topics_[i];
      const bool castitle = session_->pipeline().query == "castitle" && !topic.castitle.empty();
      answers.push_back({topic.id, castitle ? topic.castitle : topic.title,
                         read_answer(session_->indexes().front(), *session_->collection(),
                                     session_->searcher().find_first(counted, most_), most_)});
      return true;
    });
    if (!any) return kNothingInCommon;
    write_reading(answers, *session_->collection(), {form, arguments_.sections, arguments_.output});
    return kFine;
  }

  int write() {
    const bool documents = session_->pipeline().form == search::AnswerForm::kArticles;
    const RunFormat& usual = has_chunks() ? run_formats::kChunks
                             : documents  ? run_formats::kTrec
                                          : run_formats::kElement;
    const RunFormat& format = arguments_.format != nullptr ? *arguments_.format : usual;
    OutputFile out(arguments_.output);
    RunDetails details;
    // Chunk files have no place for a name: only one that somebody gave is missed.
    if (&format != &run_formats::kChunks || arguments_.tag != kUsualTag) details.id = arguments_.tag;
    if (&format == &run_formats::kXml) details.task = arguments_.pipeline.task->name;
    RunWriter::Options options;
    options.times = &format == &run_formats::kXml && wants_times();
    if (options.times)
      describe_efficiency(session_->pipeline(), session_->indexes(), efficiency_.environment, details);
    options.mixed = &format == &run_formats::kElement && arguments_.format == nullptr;
    RunWriter writer(format, details, options, [&out](std::string_view piece) { out.write(piece); });
    search::ResultRows rows(session_->collection(), format);
    std::string timed(kTimesHead);
    const bool any = ask_topics([&](std::size_t i) {
      bool known = false;
      std::vector<search::Answer> answers;
      const search::SearchTimes times = search::time_search(arguments_.efficiency.repeat, [&] {
        const search::CountedQuery counted = count_query(i);
        known = counted.known();
        if (!known) return std::uint64_t{0};
        search::Gathered found = session_->searcher().gather(counted);
        const std::uint64_t postings = found.partial.postings_read;
        answers = finish(std::move(found.partial), found.query, session_->pipeline());
        return postings;
      });
      if (!known) return false;
      timed += times_row(topics_[i].id, times);
      const TopicTimes submitted = submitted_times(times);
      writer.write(rows.rows(topics_[i].id, answers), options.times ? &submitted : nullptr);
      return true;
    });
    if (!any) return kNothingInCommon;
    writer.finish();
    if (!arguments_.efficiency.times.empty()) {
      OutputFile times(arguments_.efficiency.times);
      times.write(timed);
      times.commit();
    }
    out.commit();
    for (const auto& [what, times] : writer.unsaid())
      say(fmt::format("lost in {}: {} ({})", format.name, what, times));
    return kFine;
  }

  /// Whether a submission in XML is one of the efficiency task.
  bool wants_times() const {
    const EfficiencyArguments& asked = arguments_.efficiency;
    return arguments_.pipeline.task->name == "efficiency" || !asked.times.empty() || asked.repeat > 1 ||
           !asked.environment.empty();
  }

  int sweep() {
    if (!may_make_sweep(arguments_.output, arguments_.force)) return kBadInput;
    const Collection* const collection = session_->collection();
    std::size_t points = 1;
    for (const tune::SweepAxis& axis : efficiency_.axes) points *= axis.values.size();
    std::optional<tune::Sweep> swept;
    {
      Progress progress("sweeping", points, "points", arguments_.quiet);
      swept = tune::sweep({*session_, topics_, efficiency_.axes, arguments_.efficiency.repeat,
                           efficiency_.judgements ? &*efficiency_.judgements : nullptr,
                           [&progress](std::size_t done) { progress.update(done); }},
                          diagnostics_);
    }
    print(diagnostics_);
    if (!swept) return kBadInput;
    if (swept->points.front().topics.empty()) {
      say("no word of any topic is in the index");
      return kNothingInCommon;
    }
    RunDetails details;
    if (arguments_.tag != kUsualTag) details.id = arguments_.tag;
    details.task = arguments_.pipeline.task->name;
    write_sweep(
        *swept, collection,
        {arguments_.output, arguments_.format, details, session_->indexes(), efficiency_.environment});
    if (!arguments_.quiet)
      say(fmt::format("{} and curve.tsv in {}", counted(swept->points.size(), "run", "runs"),
                      arguments_.output));
    return kFine;
  }

  int explain() {
    const std::string& wanted = arguments_.explain[0];
    const std::string& given = arguments_.explain[1];
    // A document of that name comes before an element of another.
    const std::size_t slash = given.find("/");
    for (std::size_t topic = 0; topic < topics_.size(); ++topic) {
      if (topics_[topic].id != wanted) continue;
      const search::CountedQuery counted = count_query(topic);
      for (const search::Index& index : session_->indexes()) {
        if (const auto number = index.find(has_chunks() ? chunk_named(given) : given)) {
          print_explanation(
              given, search::explain(index, counted.query, counted.counts, session_->pipeline(), *number),
              session_->pipeline().model->name);
          return kFine;
        }
        const auto number = slash == std::string::npos ? std::nullopt : index.find(given.substr(0, slash));
        if (number) return explain_element(index, *number, given, given.substr(slash), counted);
      }
      say(fmt::format("no document {} in the index", quote(given)));
      return kBadInput;
    }
    say(fmt::format("no topic {}", quote(wanted)));
    return kBadInput;
  }

  int why_not() {
    for (std::size_t topic = 0; topic < topics_.size(); ++topic) {
      if (topics_[topic].id != arguments_.why_not[0]) continue;
      const search::CountedQuery counted = count_query(topic);
      if (!counted.known()) {
        say(fmt::format("topic {}: no word of its {} is in the index", topics_[topic].id,
                        session_->pipeline().query));
        return kNothingInCommon;
      }
      const search::SearchFindings findings = session_->searcher().find(counted);
      return explain_absence({*session_, findings, topics_[topic].id, arguments_.why_not[1]});
    }
    say(fmt::format("no topic {}", quote(arguments_.why_not[0])));
    return kBadInput;
  }

  int explain_element(const search::Index& index, search::DocumentNumber number, const std::string& name,
                      const std::string& path, const search::CountedQuery& counted) {
    const Collection* const collection = session_->collection();
    const auto document = collection != nullptr ? collection->find(index.id(number)) : std::nullopt;
    const auto element = document ? document->tree().find(path) : std::nullopt;
    const auto explanation = element
                                 ? search::explain_element(index, counted.query, counted.counts,
                                                           session_->pipeline(), collection, number, *element)
                                 : std::nullopt;
    if (!explanation) {
      say(fmt::format("{}: {}", quote(name),
                      collection == nullptr                   ? "elements are found with --collection"
                      : !element                              ? "there is no such element"
                      : session_->pipeline().score == nullptr ? "the preset has no model of elements"
                                                              : "the element has no words"));
      return kBadInput;
    }
    print_explanation(name, *explanation, session_->pipeline().score->name);
    return kFine;
  }

  static void print_explanation(const std::string& name, const search::Explanation& explanation,
                                std::string_view model) {
    fmt::print("document\t{}\nlength\t{}\nmean length\t{:.6f}\ndocuments\t{}\nmodel\t{}\n", name,
               explanation.length, explanation.mean_length, explanation.units, model);
    fmt::print("term\ttf\tn\tcf\tweight\tscore\n");
    for (const search::TermExplanation& term : explanation.terms)
      fmt::print("{}\t{}\t{}\t{}\t{}\t{:.6f}\n", term.term, term.tf, term.n, term.cf, term.weight, term.part);
    fmt::print("score\t{:.6f}\n", explanation.score);
  }

  static constexpr std::size_t kUsualArticles = 10;

  SearchArguments arguments_;
  Diagnostics diagnostics_;
  std::unique_ptr<search::SearchSession> session_;
  std::vector<Topic> topics_;
  std::optional<std::pair<std::size_t, search::Query>> current_;       ///< a topic and what it asks
  std::size_t most_ = kUsualArticles;                                  ///< articles for readers
  std::map<std::string, std::vector<search::RelevantText>> relevant_;  ///< by topic
  EfficiencyInput efficiency_;
  bool usage_ = false;
};

int run_search(const SearchArguments& arguments) {
  if (arguments.model) return list_models(*arguments.model);
  if (arguments.show_preset) {
    Diagnostics diagnostics;
    const auto pipeline = read_pipeline(arguments.pipeline, diagnostics);
    if (pipeline) fmt::print("{}", to_toml(*pipeline));
    print(diagnostics);
    return diagnostics.ok() ? kFine : kBadInput;
  }
  return exit_of_search([&] { return SearchCommand(arguments).run(); });
}

}  // namespace

void add_search_command(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("search", "Rank the documents of an index, or their parts, for topics");
  auto arguments = std::make_shared<SearchArguments>();
  command
      ->add_option(
          "files", arguments->files,
          "Indexes, whose documents are ranked as if they were in one, or a collection, whose index is kept in the user's "
          "cache; last, a file of topics or a query")
      ->type_name("INDEX… TOPICS");
  add_pipeline_options(*command, arguments->pipeline);
  std::vector<std::string> formats{"text", "json", "html"};
  for (const RunFormat* format : all_run_formats()) formats.emplace_back(format->name);
  command
      ->add_option_function<std::string>(
          "-f,--to",
          [arguments](const std::string& name) {
            arguments->reading = named<ReadingForm>(name);
            arguments->format = arguments->reading ? nullptr : run_format_named(name);
          },
          "Format to write: text, json or html (a page), for readers; of a run " + run_format_names() +
              " (default: a query in text, a run in trec, with parts in element with rows of all shapes)")
      ->check(one_of(std::move(formats)))
      ->type_name("FORMAT");
  command
      ->add_option_function<std::string>(
          "--toc",
          [arguments](const std::string& name) {
            arguments->sections = name == "all"    ? ListedSections::kAll
                                  : name == "hits" ? ListedSections::kHits
                                                   : ListedSections::kNone;
          },
          "Sections that readers see: all, hits (those with a word of the query), none (default: hits)")
      ->check(one_of({"all", "hits", "none"}))
      ->type_name("NAME");
  add_tag(*command, arguments->tag);
  add_output(*command, arguments->output, kOutputFile);
  add_collection(*command, arguments->collection);
  add_efficiency_options(*command, arguments->efficiency);
  add_force(*command, arguments->force);
  add_quiet(*command, arguments->quiet);
  command->add_flag("--exhaustive", arguments->pipeline.exhaustive,
                    "Look at every posting: the same answer, later");
  add_explain(
      *command, arguments->explain,
      "Show how a document, an element (a/article[1]/sec[1]) or a chunk (a:1200-2400) got its score for a topic (a query is topic 'query')");
  command
      ->add_option(
          "--why-not", arguments->why_not,
          "Say why a document is not in the answer to a topic: its rank, its words, where the answer ends")
      ->type_name("TOPIC DOC")
      ->expected(2)
      ->allow_extra_args(false);
  command
      ->add_option(
          "--feedback", arguments->feedback,
          "Expand each topic by words of the text that these judgements say is relevant, as articles.expand says "
          "(default: rocchio)")
      ->type_name("JUDGEMENTS");
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
      std::string(
          "A query is answered for reading: the best ten articles (-k), where in their text the score lies, their sections\n"
          "and up to three passages. With --task, --tag, -o or the format of a run it is answered by a run, as topics are.\n"
          "Titles may hold \"phrases\" and signs: --set articles.phrases=boost, --set articles.signs=strict.\n"
          "Parts of documents are found with the collection that was indexed: --collection, or beside the index.\n") +
      exit_sentence(
          {{kFine},
           {kUsage},
           {kBadInput, "bad input, an index that is damaged, has changed or cannot serve the preset"},
           {kNothingInCommon, "no word of any topic is in the index"}}) +
      "\n\n"
      "Examples:\n"
      "  fovea search wiki.index topics.xml -o mine.run\n"
      "  fovea search wiki.index topics.xml --set articles.model=lm-dirichlet --set articles.mu=1000\n"
      "  fovea search a.index b.index 'olive oil health'\n"
      "  fovea search wiki.fovea 'olive oil health' --toc all\n"
      "  fovea search wiki.index 'olive oil health' -f html -o answers.html\n"
      "  fovea search wiki.index topics.xml --preset default --task focused -o mine.run\n"
      "  fovea search wiki.index topics.xml --preset doshisha --cas strict --task relevant-in-context\n"
      "  fovea search wiki.index topics.xml --sweep k=15,150,1500 --sweep articles.b=0.2:0.8:0.2 -o sweep\n"
      "  fovea search wiki.index topics.xml --explain 2009011 1164\n"
      "  fovea search wiki.index topics.xml --why-not 2009011 1164\n"
      "  fovea search wiki.index topics.xml --feedback judged.qrels --set 'articles.expand=rm3(terms=20)' -o mine.run");
  command->callback([arguments, command, &exit] {
    arguments->preset_given = command->count("--preset") > 0;
    arguments->run_asked =
        arguments->format != nullptr || !arguments->explain.empty() || !arguments->why_not.empty();
    for (const char* const option : {"--task", "--tag", "--output"})
      arguments->run_asked = arguments->run_asked || command->count(option) > 0;
    exit = run_search(*arguments);
  });
}

}  // namespace fovea::cli
