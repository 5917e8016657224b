// `fovea index COLLECTION -o INDEX`: makes, shows and checks an index.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/chunk_options.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/shared_options.h"
#include "collection/collection.h"
#include "search/analysis/stemmer.h"
#include "search/analysis/stop_words.h"
#include "search/chunks/chunker.h"
#include "search/index/builder.h"
#include "search/index/index.h"
#include "search/index/statistics.h"
#include "search/index/verify.h"
#include "text/nearest.h"
#include "text/present.h"

namespace fovea::cli {

namespace {

struct IndexArguments {
  std::string file;
  std::string output;
  std::string tokens = "words";
  std::string stem = "harman";
  std::string stop = "none";
  std::string fold;
  std::string roles;
  std::string unit = "article";
  unsigned classes = search::kMostClasses;
  unsigned impacts = 0;
  std::vector<std::string> statistics;
  std::uint64_t keep = 0;
  bool no_positions = false;
  std::uint64_t memory = 512;
  unsigned threads = 0;
  std::string shard = "1/1";
  bool force = false;
  bool quiet = false;
  bool info = false;
  bool verify = false;
  std::string collection;
  std::optional<std::string> terms;
};

/// The options of the analysis; nothing, with messages, when one cannot be.
std::optional<search::AnalysisSettings> analysis_of(const IndexArguments& arguments,
                                                    Diagnostics& diagnostics) {
  search::AnalysisSettings settings;
  settings.tokens = present(named<search::Tokens>(arguments.tokens));
  settings.stem = arguments.stem;
  const bool keeps_marks =
      arguments.fold.empty() ? !search::is_english_stemmer(arguments.stem) : arguments.fold == "case";
  settings.folding = keeps_marks ? search::Folding::kCase : search::Folding::kMarks;
  settings.stop = arguments.stop;
  const auto words = search::stop_list(arguments.stop, diagnostics);
  if (!words) return std::nullopt;
  settings.stop_words = *words;
  if (!arguments.roles.empty()) {
    const auto file = InputFile::open(arguments.roles, diagnostics);
    const auto roles = file ? search::Roles::read(*file, diagnostics) : std::nullopt;
    if (!roles) return std::nullopt;
    settings.roles = *roles;
  }
  return settings;
}

/// Whether the output may be written; else says so.
bool may_write(const IndexArguments& arguments) {
  std::error_code ignored;
  if (arguments.force || !std::filesystem::exists(arguments.output, ignored)) return true;
  say(fmt::format("{}: exists already; --force replaces an index", arguments.output));
  return false;
}

/// The file of --statistics; nothing, with a message, when there are several or it cannot be read.
std::optional<search::Statistics> open_statistics(const IndexArguments& arguments, Diagnostics& diagnostics) {
  if (arguments.statistics.size() == 1)
    return search::Statistics::open(arguments.statistics.front(), diagnostics);
  diagnostics.expected({}, "usage", fmt::format("{} files of statistics", arguments.statistics.size()),
                       "one, made from the indexes of all shards");
  return std::nullopt;
}

int build_from(const IndexArguments& arguments) {
  if (!may_write(arguments)) return kBadInput;
  Diagnostics diagnostics;
  std::optional<search::Statistics> statistics;
  if (!arguments.statistics.empty()) statistics = open_statistics(arguments, diagnostics);
  const auto settings = analysis_of(arguments, diagnostics);
  const auto collection =
      settings && diagnostics.ok() ? Collection::open(arguments.file, diagnostics) : std::nullopt;
  if (!settings || !collection) {
    print(diagnostics);
    return kBadInput;
  }
  search::BuildOptions options;
  options.analysis = *settings;
  options.unit = present(search::parse_chunk_unit(arguments.unit));
  const auto chunks = given_chunks(options.unit, *collection, diagnostics);
  if (!diagnostics.ok()) {
    print(diagnostics);
    return kBadInput;
  }
  options.chunks = &chunks;
  options.positions = !arguments.no_positions;
  options.classes = arguments.classes;
  options.impact_bits = arguments.impacts;
  options.statistics = statistics ? &*statistics : nullptr;
  options.keep = arguments.keep;
  options.shard = present(search::parse_shard(arguments.shard));
  options.memory = arguments.memory << 20;
  options.threads = arguments.threads;
  options.replace = arguments.force;
  Progress progress("indexing", collection->documents(), "documents", arguments.quiet);
  options.progress = [&progress](std::uint64_t done) { progress.update(done); };
  options.too_large = [&](std::string_view id, std::uint64_t bytes) {
    say(fmt::format(
        "document {} takes about {} MB to index, more than --memory {}: a document is read as a whole",
        quote(id), bytes >> 20, arguments.memory));
  };
  const auto result = search::build_index(*collection, arguments.output, options, diagnostics);
  print(diagnostics);
  if (!result) return kBadInput;
  if (!arguments.quiet) {
    const bool whole = options.unit.kind == search::ChunkUnit::Kind::kArticle;
    say(fmt::format("{}, {}, {} indexed in {}",
                    whole ? counted(result->documents, "document", "documents")
                          : counted(result->documents, "chunk", "chunks"),
                    counted(result->terms, "term", "terms"), counted(result->words, "word", "words"),
                    arguments.output));
  }
  return kFine;
}

/// Collects the statistics of indexes.
int collect_statistics(const IndexArguments& arguments) {
  if (!may_write(arguments)) return kBadInput;
  Diagnostics diagnostics;
  std::vector<search::Index> indexes;
  for (const std::string& file : arguments.statistics) {
    auto index = search::Index::open(file, diagnostics);
    if (index) indexes.push_back(std::move(*index));
  }
  std::vector<const search::Index*> pointers;
  for (const search::Index& index : indexes) pointers.push_back(&index);
  if (diagnostics.ok() && write_statistics(pointers, arguments.output, arguments.force, diagnostics) &&
      !arguments.quiet)
    say(fmt::format("statistics of {} in {}", counted(indexes.size(), "index", "indexes"), arguments.output));
  print(diagnostics);
  return diagnostics.ok() ? kFine : kBadInput;
}

void print_info(const search::Index& index) {
  const search::IndexFacts& facts = index.facts();
  fmt::print("documents\t{}\nterms\t{}\nwords\t{}\nmean length\t{:.2f}\nsentences\t{}\ncharacters\t{}\n",
             facts.documents, facts.terms, facts.words,
             static_cast<double>(facts.words) / static_cast<double>(facts.documents), facts.sentences,
             facts.characters);
  fmt::print("tokens\t{}\nfold\t{}\nstem\t{}\nstop\t{}\npositions\t{}\n", name_of(facts.analysis.tokens),
             facts.analysis.folding == search::Folding::kCase ? "case" : "marks", facts.analysis.stem,
             facts.analysis.stop, facts.positions ? "yes" : "no");
  if (facts.classes > 0 && facts.unit.kind == search::ChunkUnit::Kind::kArticle)
    fmt::print("classes\t{} tags\n", index.classes().tags().size());
  if (facts.impact_bits > 0)
    fmt::print("impacts\t{} bits{}\n", facts.impact_bits, facts.given_statistics ? ", of all shards" : "");
  if (facts.keep > 0) fmt::print("keep\t{}\n", facts.keep);
  if (facts.unit.kind != search::ChunkUnit::Kind::kArticle) fmt::print("unit\t{}\n", to_text(facts.unit));
  if (facts.shard != "1/1") fmt::print("shard\t{}\n", facts.shard);
  fmt::print("collection\t{}\n", facts.collection);
  for (const StoredSection& section : index.file().sections())
    fmt::print("section {}\t{} bytes\n", section.name, section.bytes.size());
}

int look_into(const IndexArguments& arguments) {
  Diagnostics diagnostics;
  const auto index = search::Index::open(arguments.file, diagnostics);
  if (index && arguments.info) print_info(*index);
  if (index && arguments.terms) {
    index->each_term(*arguments.terms, [](const std::string& term, const search::TermEntry& entry) {
      fmt::print("{}\t{}\t{}\n", term, entry.df, entry.cf);
      return true;
    });
  }
  if (index && arguments.verify) {
    std::optional<Collection> collection;
    if (!arguments.collection.empty()) collection = Collection::open(arguments.collection, diagnostics);
    std::optional<search::Statistics> statistics;
    if (!arguments.statistics.empty()) statistics = open_statistics(arguments, diagnostics);
    if (diagnostics.ok() &&
        search::verify_index(*index, collection ? &*collection : nullptr, statistics ? &*statistics : nullptr,
                             diagnostics) &&
        !arguments.quiet) {
      say(fmt::format("{} is as it was built{}", arguments.file,
                      collection ? fmt::format(", and {} gives the same", arguments.collection) : ""));
    }
  }
  print(diagnostics);
  return diagnostics.ok() ? kFine : kBadInput;
}

int run_index(const IndexArguments& arguments) {
  const bool collects = arguments.file.empty() && !arguments.statistics.empty();
  if (arguments.file.empty() && !collects) {
    say("COLLECTION is missing: the documents, as stored by fovea catalog");
    return kUsage;
  }
  try {
    if (!collects && (arguments.info || arguments.verify || arguments.terms)) return look_into(arguments);
    if (arguments.output.empty()) {
      say("-o is missing: where to write the index");
      return kUsage;
    }
    if (!collects && !arguments.statistics.empty() && arguments.impacts == 0) {
      say("--statistics serve --impacts, which is missing");
      return kUsage;
    }
    return collects ? collect_statistics(arguments) : build_from(arguments);
  } catch (const CorruptFile& error) {
    const bool reads_index = collects || arguments.info || arguments.verify || arguments.terms;
    say(fmt::format("{}: the {} is damaged: {}", collects ? arguments.statistics.front() : arguments.file,
                    reads_index ? "index" : "collection", error.what()));
    return kBadInput;
  }
}

std::string check_stemmer(const std::string& name) {
  if (search::is_stemmer(name)) return {};
  const auto names = search::stemmer_names();
  return fmt::format("no stemmer '{}'{}", name,
                     did_you_mean(name, std::vector<std::string_view>(names.begin(), names.end())));
}

}  // namespace

void add_index_command(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("index", "Make the index of a collection, for fovea search");
  auto arguments = std::make_shared<IndexArguments>();
  command
      ->add_option("file", arguments->file,
                   "The documents, as stored by fovea catalog; an index with --info, --verify and --terms")
      ->type_name("COLLECTION");
  add_output(*command, arguments->output, "The index to write");
  command
      ->add_option("--tokens", arguments->tokens,
                   "What a word is: words of any script, [A-Za-z0-9]+, or what stands between white space")
      ->check(one_of({"words", "ascii", "space"}))
      ->capture_default_str();
  command
      ->add_option("--stem", arguments->stem,
                   "The stemmer: none, s, harman, or one of Snowball: english, german, …")
      ->check(check_stemmer)
      ->type_name("NAME")
      ->capture_default_str();
  command->add_option("--stop", arguments->stop, "Words to leave out: none, lucene, snowball, or a file")
      ->type_name("NAME")
      ->capture_default_str();
  command
      ->add_option(
          "--fold", arguments->fold,
          "Fold case and marks, or case alone (the default with stemmers of other languages than English)")
      ->check(one_of({"marks", "case"}));
  command
      ->add_option("--roles", arguments->roles,
                   "A TOML file that says which elements are sections, paragraphs, titles, …")
      ->type_name("FILE");
  add_unit(*command, arguments->unit)->capture_default_str();
  command
      ->add_option("--classes", arguments->classes,
                   "Count the elements that hold a term for so many tags, those that cover most words")
      ->check(CLI::Range(0U, static_cast<unsigned>(search::kMostClasses)))
      ->type_name("TAGS")
      ->capture_default_str();
  command
      ->add_option("--impacts", arguments->impacts,
                   "Also store quantised scores of so many bits, for model impacts")
      ->check(CLI::Range(2, 16))
      ->type_name("BITS");
  command->add_option("--keep", arguments->keep, "Keep so many postings of each list of impacts")
      ->type_name("K");
  command
      ->add_option(
          "--statistics", arguments->statistics,
          "Impacts as in one index of all shards, whose statistics stand in FILE; without COLLECTION: collect "
          "the statistics of indexes")
      ->type_name("FILE");
  command->add_flag("--no-positions", arguments->no_positions,
                    "Leave out positions; phrases cannot be searched then");
  command
      ->add_option("--memory", arguments->memory,
                   "Megabytes to use; a document that takes more by itself is named")
      ->check(CLI::Range(1, 1 << 20))
      ->type_name("MB")
      ->capture_default_str();
  add_threads(*command, arguments->threads);
  command->add_option("--shard", arguments->shard, "Index only this part of the documents, as 2/8")
      ->check([](const std::string& text) {
        return search::parse_shard(text) ? std::string() : "found '" + text + "', expected I/N, as 2/8";
      })
      ->type_name("I/N");
  add_force(*command, arguments->force);
  add_quiet(*command, arguments->quiet);
  command->add_flag("--info", arguments->info, "Show what an index holds");
  command->add_flag("--verify", arguments->verify,
                    "Check an index; with --collection, against its documents");
  add_collection(*command, arguments->collection);
  command
      ->add_option_function<std::vector<std::string>>(
          "--terms",
          [arguments](const std::vector<std::string>& prefix) {
            arguments->terms = prefix.empty() ? std::string() : prefix.front();
          },
          "List the terms of an index that begin with PREFIX: term, documents, occurrences")
      ->expected(0, 1)
      ->type_name("PREFIX");
  command->footer(
      std::string(
          "The index stands in one file, written beside its place and renamed. The same documents and options\n"
          "give the same bytes, whatever the threads and the memory.\n") +
      exit_sentence(
          {{kFine}, {kUsage}, {kBadInput, "the collection or the index is missing, damaged or changed"}}) +
      "\n\n"
      "Examples:\n"
      "  fovea index wiki.fovea -o wiki.index\n"
      "  fovea index wiki.fovea -o de.index --stem german --stop stop.txt\n"
      "  fovea index wiki.index --info\n"
      "  fovea index --statistics a.index b.index -o both.statistics\n"
      "  fovea index wiki.index --terms oliv");
  command->callback([arguments, &exit] {
    // `fovea index --terms wiki.index` gives no prefix, but the index.
    if (arguments->terms && arguments->file.empty())
      arguments->file = std::exchange(*arguments->terms, std::string());
    exit = run_index(*arguments);
  });
}

}  // namespace fovea::cli
