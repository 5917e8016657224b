// Indexes and search: what `fovea index` and `fovea search` do, and the steps of a search in shards.
#include <fmt/format.h>

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "collection/collection.h"
#include "evaluation_arguments.h"
#include "native.h"
#include "runs/run_builder.h"
#include "runs/run_format.h"
#include "search/analysis/stemmer.h"
#include "search/analysis/stop_words.h"
#include "search/chunks/chunker.h"
#include "search/index/builder.h"
#include "search/index/statistics.h"
#include "search/pipeline/pipeline_request.h"
#include "search/session/categories.h"
#include "search/session/expansion.h"
#include "search/session/feedback.h"
#include "search/session/result_rows.h"
#include "search/session/search.h"
#include "search/session/search_session.h"
#include "topics/topic.h"
#include "topics/topic_file.h"

namespace fovea::python {

namespace {

using Parts = std::vector<nb::bytes>;

std::string_view view_of(const nb::bytes& bytes) {
  return {static_cast<const char*>(bytes.data()), bytes.size()};
}

/// A search over all shards of a collection. Steps that are done per shard take its number.
class Search {
 public:
  Search(const std::vector<std::string>& paths, const std::string& collection, const std::string& preset,
         std::string_view task, std::vector<std::string> changes, std::string query,
         std::optional<std::string_view> cas, bool whole, std::size_t results, bool exhaustive) {
    search::PipelineRequest settings;
    settings.preset = preset;
    settings.task = find_task(task);
    settings.changes = std::move(changes);
    settings.query = std::move(query);
    if (cas) settings.cas = named<search::Cas>(*cas);
    if (cas && !settings.cas)
      raise("UsageError", fmt::format("found cas={}, expected 'strict', 'vague' or 'co'", quote(*cas)));
    settings.whole = whole;
    settings.results = results;
    settings.exhaustive = exhaustive;
    Diagnostics said;
    session_ = without_lock([&]() -> std::unique_ptr<search::SearchSession> {
      auto pipeline = read_pipeline(settings, said);
      if (!pipeline) return nullptr;
      search::OpenedIndexes indexes;
      for (const std::string& path : paths) indexes.open(path, said);
      return search::SearchSession::open(std::move(indexes), std::move(*pipeline), collection,
                                         search::OpenedIndexes::Want::kNothing, said);
    });
    if (session_ == nullptr) raise(said.count("unknown-preset") > 0 ? "UsageError" : "InputError", said);
    settle(said);
  }

  /// Topics are dicts with the fields of topic files.
  void read(nb::list topics) {
    Diagnostics said;
    for (const nb::handle given : topics) {
      Topic topic;
      for (const auto [name, text] : nb::cast<nb::dict>(given)) {
        const auto field = nb::cast<std::string>(name);
        if (field == "id") topic.id = nb::cast<std::string>(text);
        if (const TopicField* const known = find_topic_field(field))
          topic.*known->text = nb::cast<std::string>(text);
      }
      topic.castitle_place = {"topic " + unquoted(topic.id), 1, 0};
      topics_.push_back(std::move(topic));
    }
    for (const Topic& topic : topics_) {
      auto query = session_->read(topic, said);
      queries_.push_back(query ? std::move(*query) : search::Query());
    }
    settle(said);
  }

  bool expands() const { return session_->pipeline().expansion.kind != search::Expansion::Kind::kNone; }

  // ---- In one process ----

  /// (run or None, topics of which the indexes know no word).
  nb::tuple run(const std::string& tag) {
    std::vector<std::string> unknown;
    RunBuilder builder(tag, run_formats::kJsonLines);
    builder.details().id = tag;
    without_lock([&] {
      for (std::size_t i = 0; i < topics_.size(); ++i) {
        const search::CountedQuery counted = session_->searcher().count(queries_[i]);
        if (counted.known()) {
          add(builder, i, session_->searcher().search(counted));
        } else {
          unknown.push_back(topics_[i].id);
        }
      }
      return 0;
    });
    return finished(std::move(builder), unknown);
  }

  // ---- In shards ----

  Parts count(std::size_t shard) const {
    return each([&](std::size_t i) { return to_bytes(search::count(index(shard), queries_[i])); });
  }

  /// The best articles of a shard, for feedback alone or with their parts.
  Parts answer(std::size_t shard, const Parts& counts, bool articles_only) const {
    const search::Pipeline pipeline =
        articles_only ? session_->pipeline().of_articles() : session_->pipeline();
    return each([&](std::size_t i) {
      const auto all = search::counts_from_bytes(view_of(counts[i]));
      return to_bytes(search::answer(index(shard), queries_[i], all, pipeline, session_->collection()));
    });
  }

  /// What the documents of a shard that are among the best lend to queries.
  Parts lend(std::size_t shard, const Parts& best) const {
    if (session_->collection() == nullptr)
      raise("InputError",
            std::string("found no collection beside the indexes, expected one to expand queries"));
    return each([&](std::size_t i) {
      const auto partial = search::partial_from_bytes(view_of(best[i]));
      return to_bytes(search::feedback(index(shard), *session_->collection(), partial.articles,
                                       session_->pipeline().expansion.documents));
    });
  }

  /// The counts of the words that feedback has.
  Parts count_lent(std::size_t shard, const Parts& lent) const {
    return each([&](std::size_t i) { return to_bytes(search::count(index(shard), asked(lent[i]))); });
  }

  /// Queries become those that feedback makes of them.
  void expand(const Parts& counts, const Parts& lent, const Parts& lent_counts) {
    for (std::size_t i = 0; i < queries_.size(); ++i) {
      if (queries_[i].given) continue;
      const auto feedback = search::feedback_from_bytes(view_of(lent[i]));
      const search::Query terms = asked(lent[i]);
      const auto of_terms = search::counts_from_bytes(view_of(lent_counts[i]));
      queries_[i] = search::expand(queries_[i], session_->pipeline().expansion, feedback,
                                   search::counts_from_bytes(view_of(counts[i])), {terms, of_terms},
                                   session_->pipeline().model->traits.log_likelihoods);
    }
  }

  Parts merge_answers(const Parts& a, const Parts& b, bool articles_only) const {
    const search::Pipeline pipeline =
        articles_only ? session_->pipeline().of_articles() : session_->pipeline();
    return each([&](std::size_t i) {
      return to_bytes(search::merge(search::partial_from_bytes(view_of(a[i])),
                                    search::partial_from_bytes(view_of(b[i])), pipeline));
    });
  }

  /// (run or None, topics of which the indexes know no word), as run().
  nb::tuple finish(const std::string& tag, const Parts& counts, const Parts& answers) {
    std::vector<std::string> unknown;
    RunBuilder builder(tag, run_formats::kJsonLines);
    builder.details().id = tag;
    for (std::size_t i = 0; i < topics_.size(); ++i) {
      const search::CountedQuery counted{queries_[i], search::counts_from_bytes(view_of(counts[i]))};
      if (counted.known()) {
        search::Partial partial = search::partial_from_bytes(view_of(answers[i]));
        if (!session_->pipeline().category_element().empty())
          search::add_category_scores(partial, queries_[i], session_->pipeline(), *session_->collection());
        add(builder, i, search::finish(std::move(partial), queries_[i], session_->pipeline()));
      } else {
        unknown.push_back(topics_[i].id);
      }
    }
    return finished(std::move(builder), unknown);
  }

 private:
  const search::Index& index(std::size_t shard) const { return session_->indexes().at(shard); }

  search::Query asked(const nb::bytes& lent) const {
    return search::terms_to_count(search::feedback_from_bytes(view_of(lent)), session_->pipeline().expansion);
  }

  /// What `make` makes for each topic.
  template <class Make>
  Parts each(const Make& make) const {
    std::vector<std::string> made;
    without_lock([&] {
      for (std::size_t i = 0; i < topics_.size(); ++i) made.push_back(make(i));
      return 0;
    });
    Parts out;
    for (const std::string& bytes : made) out.emplace_back(bytes.data(), bytes.size());
    return out;
  }

  void add(RunBuilder& builder, std::size_t topic, const std::vector<search::Answer>& answers) {
    search::ResultRows(session_->collection(), run_formats::kJsonLines)
        .add_to(builder, topics_[topic].id, answers);
  }

  static nb::tuple finished(RunBuilder builder, const std::vector<std::string>& unknown) {
    const bool any = builder.topics() > 0;
    Run run = std::move(builder).build();
    return nb::make_tuple(any ? nb::cast(std::move(run)) : nb::none(), unknown);
  }

  std::unique_ptr<search::SearchSession> session_;
  std::vector<Topic> topics_;
  std::vector<search::Query> queries_;
};

/// Parts of two shards, topic by topic.
template <class Read>
Parts merged(const Parts& a, const Parts& b, const Read& read) {
  Parts out;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::string bytes = to_bytes(search::merge(read(view_of(a[i])), read(view_of(b[i]))));
    out.emplace_back(bytes.data(), bytes.size());
  }
  return out;
}

Parts merge_counts(const Parts& a, const Parts& b) {
  return merged(a, b, search::counts_from_bytes);
}

Parts merge_lent(const Parts& a, const Parts& b) {
  return merged(a, b, search::feedback_from_bytes);
}

[[noreturn]] void unknown_value(std::string_view option, std::string_view value, std::string_view expected) {
  raise("UsageError", fmt::format("found {}={}, expected {}", option, quote(value), expected));
}

search::AnalysisSettings analysis_of(std::string_view tokens, const std::string& stem,
                                     const std::string& stop, std::optional<std::string_view> fold,
                                     std::optional<std::string> roles, Diagnostics& said) {
  search::AnalysisSettings settings;
  const auto known = named<search::Tokens>(tokens);
  if (!known) unknown_value("tokens", tokens, "'words', 'ascii' or 'space'");
  if (!search::is_stemmer(stem)) unknown_value("stem", stem, listed(search::stemmer_names()));
  if (fold && *fold != "marks" && *fold != "case") unknown_value("fold", *fold, "'marks' or 'case'");
  settings.tokens = *known;
  settings.stem = stem;
  settings.folding = (fold ? *fold == "case" : !search::is_english_stemmer(stem)) ? search::Folding::kCase
                                                                                  : search::Folding::kMarks;
  settings.stop = stop;
  if (const auto words = search::stop_list(stop, said)) settings.stop_words = *words;
  if (roles) {
    const auto file = InputFile::open(*roles, said);
    const auto read = file ? search::Roles::read(*file, said) : std::nullopt;
    if (read) settings.roles = *read;
  }
  return settings;
}

void build_index(const std::string& path, const Collection& collection, std::string_view tokens,
                 const std::string& stem, const std::string& stop, std::optional<std::string_view> fold,
                 std::optional<std::string> roles, std::string_view unit, unsigned classes, unsigned impacts,
                 std::optional<std::string> statistics, std::uint64_t keep, bool no_positions,
                 std::uint64_t memory, unsigned threads, std::string_view shard, bool force) {
  Diagnostics said;
  search::BuildOptions options;
  options.analysis = analysis_of(tokens, stem, stop, fold, std::move(roles), said);
  const auto part = search::parse_shard(shard);
  if (!part) unknown_value("shard", shard, "I/N, as '2/8'");
  const auto chunk = search::parse_chunk_unit(unit);
  if (!chunk) unknown_value("unit", unit, "'article' or a unit of chunks, as of fovea chunk");
  if (impacts == 1 || impacts > 16) unknown_value("impacts", std::to_string(impacts), "0, or 2 to 16 bits");
  if (statistics && impacts == 0)
    raise("UsageError", std::string("found statistics without impacts, which they serve"));
  if (classes > search::kMostClasses)
    unknown_value("classes", std::to_string(classes), fmt::format("at most {}", search::kMostClasses));
  options.shard = *part;
  options.unit = *chunk;
  options.positions = !no_positions;
  options.classes = classes;
  options.impact_bits = impacts;
  options.keep = keep;
  options.memory = memory << 20;
  options.threads = threads;
  options.replace = force;
  std::optional<search::Statistics> of_all;
  without_lock([&] {
    const search::GivenChunks chunks = search::given_chunks(options.unit, collection, said);
    options.chunks = &chunks;
    if (statistics) of_all = search::Statistics::open(*statistics, said);
    if (of_all) options.statistics = &*of_all;
    if (said.ok()) search::build_index(collection, path, options, said);
    return 0;
  });
  settle(said);
}

void write_statistics(const std::vector<std::string>& paths, const std::string& path, bool force) {
  Diagnostics said;
  without_lock([&] {
    std::vector<search::Index> indexes;
    for (const std::string& file : paths) {
      if (auto index = search::Index::open(file, said)) indexes.push_back(std::move(*index));
    }
    std::vector<const search::Index*> pointers;
    for (const search::Index& index : indexes) pointers.push_back(&index);
    if (said.ok()) search::write_statistics(pointers, path, force, said);
    return 0;
  });
  settle(said);
}

}  // namespace

void bind_search(nb::module_& module) {
  nb::class_<Search>(module, "Search")
      .def(nb::init<const std::vector<std::string>&, const std::string&, const std::string&, std::string_view,
                    std::vector<std::string>, std::string, std::optional<std::string_view>, bool, std::size_t,
                    bool>(),
           nb::arg("paths"), nb::arg("collection"), nb::arg("preset"), nb::arg("task"), nb::arg("changes"),
           nb::arg("query"), nb::arg("cas").none(), nb::arg("whole"), nb::arg("results"),
           nb::arg("exhaustive"))
      .def("read", &Search::read)
      .def_prop_ro("expands", &Search::expands)
      .def("run", &Search::run, nb::arg("tag"))
      .def("count", &Search::count)
      .def("answer", &Search::answer, nb::arg("shard"), nb::arg("counts"), nb::arg("articles_only"))
      .def("lend", &Search::lend)
      .def("count_lent", &Search::count_lent)
      .def("expand", &Search::expand)
      .def("merge_answers", &Search::merge_answers, nb::arg("a"), nb::arg("b"), nb::arg("articles_only"))
      .def("finish", &Search::finish, nb::arg("tag"), nb::arg("counts"), nb::arg("answers"));
  module.def("merge_counts", &merge_counts);
  module.def("merge_lent", &merge_lent);
  module.def("build_index", &build_index, nb::arg("path"), nb::arg("collection"), nb::arg("tokens"),
             nb::arg("stem"), nb::arg("stop"), nb::arg("fold").none(), nb::arg("roles").none(),
             nb::arg("unit"), nb::arg("classes"), nb::arg("impacts"), nb::arg("statistics").none(),
             nb::arg("keep"), nb::arg("no_positions"), nb::arg("memory"), nb::arg("threads"),
             nb::arg("shard"), nb::arg("force"));
  module.def("write_statistics", &write_statistics, nb::arg("paths"), nb::arg("path"), nb::arg("force"));
}

}  // namespace fovea::python
