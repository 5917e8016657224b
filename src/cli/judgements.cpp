// `fovea judgements FILE…`: what a set of judgements holds, and the ideal answer to it.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/judgement_arguments.h"
#include "cli/report_parts.h"
#include "cli/shared_options.h"
#include "collection/collection.h"
#include "evaluate/evaluation_needs.h"
#include "judgements/judgement_file.h"
#include "measures/graded/graded_judgements.h"
#include "measures/graded/quantisation.h"
#include "report/tables/relevance_tree.h"
#include "simulate/graded_runs.h"
#include "text/escape.h"

namespace fovea::cli {
namespace {

struct JudgementsOptions {
  std::vector<std::string> files;
  std::string ideal;
  std::vector<std::string> tree;  ///< topic, document
  std::string quantisation = "sog";
  FolderOptions folder;
  std::string tag = "ideal";
  std::string collection;
  JudgementArguments judgements;
  EvaluationOptions grades;
};

/// One row per topic: what was judged, and what was found relevant.
void summarise(const Judgements& judgements) {
  fmt::print("topic\tdocuments\trelevant\thighlighted\telements\trelevant_elements\n");
  for (const TopicJudgements& topic : judgements.topics()) {
    std::uint64_t relevant = 0;
    std::uint64_t highlighted = 0;
    std::uint64_t elements = 0;
    std::uint64_t relevant_elements = 0;
    for (const JudgedDocument& document : topic.documents()) {
      relevant += document.relevant() ? 1 : 0;
      highlighted += document.relevant_chars;
      elements += document.element_count;
      for (const ElementGrade& element : topic.elements(document)) {
        relevant_elements += Grade{element.exhaustivity, element.specificity}.relevant() ? 1 : 0;
      }
    }
    fmt::print("{}\t{}\t{}\t{}\t{}\t{}\n", visible(topic.topic()), topic.documents().size(), relevant,
               highlighted, elements, relevant_elements);
  }
}

/// The ideal recall base of every topic as a run; false when there is nothing to make it from.
bool print_ideal(const Judgements& judgements, const Collection* collection, const JudgementsOptions& options,
                 Diagnostics& diagnostics) {
  std::string why;
  const auto quantisation = quantisation_for(options.ideal, why);
  if (!quantisation) {
    say(why);
    return false;
  }
  const auto graded = make_recall_bases(judgements, collection, options.grades, diagnostics);
  if (!graded) return false;
  std::string rows;
  for (const auto& [topic, base] : graded->topics()) {
    append_rows(rows, topic, options.tag, base, simulate_graded(GradedRun::kIdeal, base, *quantisation));
  }
  // A run with holes would pass for the ideal one.
  if (!diagnostics.ok()) return false;
  fmt::print("{}", rows);
  return true;
}

/// The tree of one graded article; an exit code.
int print_tree(const Judgements& judgements, const Collection* collection, const JudgementsOptions& options,
               Diagnostics& diagnostics) {
  std::string why;
  const auto quantisation = quantisation_for(options.quantisation, why);
  if (!quantisation) {
    say(fmt::format("--quant {}: {}", options.quantisation, why));
    return kUsage;
  }
  const auto graded = make_recall_bases(judgements, collection, options.grades, diagnostics);
  if (!graded || !diagnostics.ok()) return kBadInput;
  const std::string &topic = options.tree[0], &article = options.tree[1];
  const auto found = std::ranges::find(graded->topics(), topic, [](const auto& each) { return each.first; });
  const auto document = found == graded->topics().end() ? std::nullopt : found->second.find_document(article);
  if (!document) {
    say(fmt::format("found --tree {} {}, expected a topic and an article with relevant elements",
                    quote(topic), quote(article)));
    return kBadInput;
  }
  RelevanceTree tree{found->second, *document, *quantisation, {}};
  for (const SimulatedElement& element : simulate_graded(GradedRun::kIdeal, tree.base, *quantisation))
    tree.ideal.push_back(element.node);
  const Table table = to_table(tree);
  if (options.folder.asked()) {
    Report page;
    page.title = fmt::format("{} for topic {}", article, topic);
    page.has_files = true;
    Section section{"tree", "Relevant elements"};
    section.add(
        Figure{"relevance-tree",
               "Relevant elements with grades (exhaustivity, specificity), sizes, and shares of the parent.",
               to_chart(tree), table});
    page.sections.push_back(std::move(section));
    write_folder(page, options.folder);
  }
  fmt::print("{}", to_columns(table));
  return kFine;
}

int run(JudgementsOptions& options) {
  if (!options.tree.empty() && !options.ideal.empty()) {
    say("--tree and --ideal are different questions: ask one at a time");
    return kUsage;
  }
  if (options.folder.asked() && options.tree.empty()) {
    say("--folder writes the tree of an article, expected --tree");
    return kUsage;
  }
  if (options.folder.asked() && !may_write(options.folder)) return kUsage;
  Diagnostics diagnostics;
  std::optional<Collection> opened;
  if (!options.collection.empty()) opened = Collection::open(options.collection, diagnostics);
  const Collection* collection = opened ? &*opened : nullptr;
  std::optional<Judgements> judgements;
  if (diagnostics.ok()) {
    judgements = read_judgements(options.files, options.judgements.options(collection), diagnostics);
  }
  bool ok = judgements.has_value() && diagnostics.ok();
  if (ok && !options.tree.empty()) {
    const int exit = print_tree(*judgements, collection, options, diagnostics);
    print(diagnostics);
    return exit;
  }
  if (ok && options.ideal.empty()) summarise(*judgements);
  if (ok && !options.ideal.empty()) ok = print_ideal(*judgements, collection, options, diagnostics);
  print(diagnostics);
  return ok && diagnostics.ok() ? kFine : kBadInput;
}

}  // namespace

void add_judgements_command(CLI::App& app, int& exit) {
  auto* command =
      app.add_subcommand("judgements", "Sum up judgements, or print the ideal answer to them as a run");
  auto options = std::make_shared<JudgementsOptions>();
  add_files(*command, options->files, "Judgement files or folders");
  command
      ->add_option(
          "--ideal", options->ideal,
          "Print the ideal recall base under this quantisation as a run: strict, gen, sog, or a file "
          "with lines 'e s value'")
      ->type_name("QUANT");
  command
      ->add_option(
          "--tree", options->tree,
          "Print the relevant elements of one article as a tree: grades, values, sizes, shares of the "
          "parent, and which are ideal (*)")
      ->type_name("TOPIC DOC")
      ->expected(2);
  add_quantisation(*command, options->quantisation);
  add_folder(*command, options->folder);
  add_tag(*command, options->tag);
  add_collection(*command, options->collection);
  options->judgements.add_format_to(*command);
  options->judgements.add_to(*command);
  add_grades(*command, options->grades);
  command->footer(
      std::string(
          "Without --ideal: a row per topic with judged and relevant documents, highlighted characters, "
          "assessed\n"
          "and relevant elements, separated by tabs.\n"
          "With --ideal: rows 'topic Q0 document rank score tag path', best elements first and none inside "
          "another.\n") +
      exit_sentence({{kFine}, {kUsage}, {kBadInput, "bad input, and no run is printed"}}) +
      "\n\n"
      "Examples:\n"
      "  fovea judgements assessments/\n"
      "  fovea judgements assessments/ --tree 2 eddystone --collection ieee.fovea\n"
      "  fovea judgements assessments/ --ideal sog > ideal.run\n"
      "  fovea judgements inex2010.qrels --from-highlights --collection wiki.fovea --ideal gen > ideal.run");
  command->callback([options, &exit] { exit = run(*options); });
}

}  // namespace fovea::cli
