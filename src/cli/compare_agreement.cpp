#include "cli/compare_agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <set>
#include <span>
#include <string>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/report_parts.h"
#include "cli/score_source.h"
#include "files/output_file.h"
#include "report/tables/agreement_report.h"
#include "stats/sample.h"

namespace fovea::cli {

namespace {

/// A measure under the name it goes by here: "AP", "AP (depth 100)", "AP (second.qrels)".
struct Side {
  std::string name;
  ScoredColumn column;
};

/// The runs evaluated in one way, by all measures: cut at a depth, or under some judgements.
struct View {
  std::string name;
  Scores scores;
};

std::string agreements_text(std::span<const AgreementReport> reports) {
  std::string out;
  for (const AgreementReport& report : reports) out += (out.empty() ? "" : "\n") + to_text(report);
  return out;
}

std::string agreements_text(std::span<const SetAgreement> sets) {
  return to_text(sets);
}

/// Agreements over one set of runs, or over several.
template <class Agreed>
std::string write(std::span<const Agreed> agreed, CompareOutput output) {
  switch (output) {
    case CompareOutput::kCsv:
      return to_csv(agreed);
    case CompareOutput::kJson:
      return to_json(agreed);
    case CompareOutput::kLatex:
      return to_latex(to_table(agreed));
    case CompareOutput::kMarkdown:
      return to_markdown(to_table(agreed));
    case CompareOutput::kText:
      break;
  }
  return agreements_text(agreed);
}

void write_plot(const std::string& file, std::span<const AgreementReport> reports) {
  if (file.empty()) return;
  OutputFile page(file);
  page.write(agreement_page(reports));
  page.commit();
}

/// Collects agreements and prints them at the end. A message comes once, whatever number of pairs it is
/// about.
class Agreements {
 public:
  Agreements(const CompareOptions& options, std::string_view incomplete)
      : options_(options), incomplete_(incomplete) {}

  /// Both sides on the topics that all their runs have; an exit code.
  int add(const Side& first, const Side& second) {
    std::vector<std::string> runs;
    for (const std::size_t run : scored_runs(first.column)) {
      runs.push_back(first.column.scores.runs()[run].name);
    }
    if (!same_runs(runs, second.column)) {
      say(fmt::format("{} and {} were computed for different runs", first.name, second.name));
      return kBadInput;
    }
    const auto aligned = align(std::array{first.column, second.column}, options_.topics);
    if (!aligned) {
      say(fmt::format("{} and {}: the runs have no topic in common", first.name, second.name));
      return kNothingInCommon;
    }
    if (!aligned->incomplete.empty() && !options_.quiet)
      say_once(list_topics(aligned->incomplete, incomplete_));
    RunMeans means[2] = {{first.name, {}}, {second.name, {}}};
    for (std::size_t side = 0; side < 2; ++side) {
      for (std::size_t run = 0; run < runs.size(); ++run) {
        means[side].means.push_back(stats::mean(aligned->scores.values(run, side)));
      }
    }
    reports_.push_back(make_agreement(std::move(runs), std::move(means[0]), std::move(means[1]),
                                      aligned->scores.topics().size(),
                                      options_.top > 0 ? options_.top : AgreementReport::kTop));
    return kFine;
  }

  /// Each of these measures against each other.
  int add_pairs(const Scores& scores, std::span<const std::size_t> measures) {
    if (measures.size() < 2) {
      say("found one measure to agree, expected two or more, such as --agree 'AgP(t2i=300),AP'");
      return kUsage;
    }
    if (const std::size_t runs = scored_runs({scores, measures.front()}).size(); runs < 2) {
      say(fmt::format("found {} run, expected at least two to compare", runs));
      return kBadInput;
    }
    const auto side = [&](std::size_t m) { return Side{scores.measures()[m].name, {scores, m}}; };
    for (auto first = measures.begin(); first != measures.end(); ++first) {
      for (auto second = first + 1; second != measures.end(); ++second) {
        if (const int exit = add(side(*first), side(*second)); exit != kFine) return exit;
      }
    }
    return kFine;
  }

  int print() const {
    if (options_.folder.asked()) write_folder(page_of(reports_), options_.folder);
    fmt::print("{}", write(std::span<const AgreementReport>(reports_), options_.output));
    write_plot(options_.plot, reports_);
    return kFine;
  }

  std::vector<AgreementReport> take() { return std::move(reports_); }

 private:
  static bool same_runs(std::span<const std::string> runs, const ScoredColumn& other) {
    const std::vector<std::size_t> others = scored_runs(other);
    return others.size() == runs.size() && std::ranges::all_of(others, [&](std::size_t run) {
             return std::ranges::find(runs, other.scores.runs()[run].name) != runs.end();
           });
  }

  void say_once(const std::string& message) {
    if (said_.insert(message).second) say(message);
  }

  const CompareOptions& options_;
  std::string_view incomplete_;
  std::set<std::string> said_;
  std::vector<AgreementReport> reports_;
};

/// Each measure under every pair of views.
int agree_views(const std::vector<View>& views, const CompareOptions& options, std::string_view incomplete) {
  Agreements agreements(options, incomplete);
  for (std::size_t m = 0; m < views.front().scores.measures().size(); ++m) {
    const auto side = [&](const View& view) {
      return Side{fmt::format("{} ({})", view.scores.measures()[m].name, view.name), {view.scores, m}};
    };
    for (auto first = views.begin(); first != views.end(); ++first) {
      for (auto second = first + 1; second != views.end(); ++second) {
        if (const int exit = agreements.add(side(*first), side(*second)); exit != kFine) return exit;
      }
    }
  }
  return agreements.print();
}

}  // namespace

int agree_measures(const Scores& scores, std::span<const std::size_t> measures,
                   const CompareOptions& options) {
  Agreements agreements(options, lacking_topics(options.topics));
  const int exit = agreements.add_pairs(scores, measures);
  return exit == kFine ? agreements.print() : exit;
}

int agree_run_sets(const CompareOptions& options) {
  std::vector<std::string> names;
  std::map<std::string, std::vector<std::string>> files;
  for (const std::string& set : options.run_sets) {
    const std::size_t equals = set.find('=');
    const std::string name = set.substr(0, equals);
    if (!files.contains(name)) names.push_back(name);
    files[name].push_back(set.substr(equals + 1));
  }
  std::vector<SetAgreement> sets;
  std::vector<AgreementReport> plotted;
  for (const std::string& name : names) {
    Diagnostics diagnostics;
    const auto scores = read_scores(files[name], diagnostics);
    if (!options.quiet || !diagnostics.ok()) print(diagnostics);
    if (!scores) return kBadInput;
    Diagnostics selection;
    const auto measures = select_measures(*scores, options.agree, selection);
    print(selection);
    if (!measures) return kUsage;
    const std::string incomplete = fmt::format("of {} {}", quote(name), lacking_topics(options.topics));
    Agreements agreements(options, incomplete);
    if (const int exit = agreements.add_pairs(*scores, *measures); exit != kFine) return exit;
    sets.push_back({name, agreements.take()});
    for (AgreementReport report : sets.back().reports) {
      for (RunMeans* side : {&report.first, &report.second}) side->name += fmt::format(" ({})", name);
      plotted.push_back(std::move(report));
    }
  }
  if (options.folder.asked()) write_folder(page_of(plotted), options.folder);
  fmt::print("{}", write(std::span<const SetAgreement>(sets), options.output));
  write_plot(options.plot, plotted);
  return kFine;
}

int agree_depths(const Inputs& inputs, const CompareOptions& options) {
  const std::size_t deepest = std::ranges::max(options.agree_depths);
  std::vector<View> views;
  for (const std::size_t depth : options.agree_depths) {
    View& view = views.emplace_back(View{fmt::format("depth {}", depth), {}});
    const Remarks remarks = depth == deepest && !options.quiet ? Remarks::kAll : Remarks::kNone;
    const int exit = evaluate_all(inputs, inputs.judgements, options.measures, depth, remarks, view.scores);
    if (exit != kFine) return exit;
  }
  return agree_views(views, options, {});
}

int agree_judgements(const Inputs& inputs, CompareOptions& options) {
  std::deque<Judgements> others;  // which cannot be copied
  for (const std::string& file : options.agree_judgements) {
    auto other = read_further_judgements(options.inputs, inputs, file);
    if (!other) return kBadInput;
    if (!share_topics(options.inputs, inputs, file, *other)) return kNothingInCommon;
    others.push_back(std::move(*other));
  }
  std::vector<View> views{{options.inputs.judgements, {}}};
  int exit = evaluate_all(inputs, inputs.judgements, options.measures, options.depth,
                          options.quiet ? Remarks::kNone : Remarks::kAll, views.front().scores);
  for (std::size_t i = 0; i < others.size() && exit == kFine; ++i) {
    View& view = views.emplace_back(View{options.agree_judgements[i], {}});
    exit = evaluate_all(inputs, others[i], options.measures, options.depth, Remarks::kNone, view.scores);
  }
  if (exit != kFine) return exit;
  return agree_views(views, options, "that one of the judgement sets lacks, left out");
}

}  // namespace fovea::cli
