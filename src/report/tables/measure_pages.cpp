#include "report/tables/measure_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "files/lines.h"
#include "report/tables/score_report.h"
#include "text/wrap.h"

namespace fovea {

namespace {

constexpr std::size_t kPageWidth = 80;

/// Fills lines of kPageWidth characters, each behind `indent` blanks.
std::string wrapped(std::string_view text, std::size_t indent) {
  return wrap(text, {.width = kPageWidth, .first = indent, .rest = indent}) + "\n";
}

/// The lines of a text, each behind `indent` blanks.
std::string indented(std::string_view text, std::size_t indent) {
  std::string out;
  LineReader lines(text);
  for (std::string_view line; lines.next(line);) out += std::string(indent, ' ') + std::string(line) + "\n";
  return out;
}

/// Other names, trec_eval's first: those at a cutoff are shown with one.
std::vector<std::string> other_names(const MeasureRecord& record) {
  std::vector<std::string> names;
  if (!record.trec_eval.empty() && record.trec_eval != record.name) names.emplace_back(record.trec_eval);
  if (!record.trec_eval_cut.empty()) {
    const bool rank = record.cutoff == Cutoff::kRank || record.cutoff == Cutoff::kOptionalRank;
    names.push_back(std::string(record.trec_eval_cut) + (rank ? "_10" : "_0.20"));
  }
  names.insert(names.end(), record.aliases.begin(), record.aliases.end());
  return names;
}

/// What follows a name: in short, with brackets where it may be left out, and in words.
struct CutoffText {
  std::string_view mark;
  std::string_view words;
};

CutoffText text_of(Cutoff cutoff) {
  constexpr CutoffText kTexts[] = {{"", ""},
                                   {"@k", "@k, a rank from 1"},
                                   {"[@k]", "@k, a rank from 1, or nothing for the whole list"},
                                   {"@x", "@x, a recall point from 0 to 1"},
                                   {"[@x]", "@x, a recall point from 0 to 1, or nothing for the whole curve"},
                                   {"@x", "@x, a multiple above 0"}};
  return kTexts[static_cast<std::size_t>(cutoff)];
}

std::string cutoff_text(const MeasureRecord& record) {
  std::string text(text_of(record.cutoff).words);
  if (!record.default_cutoffs.empty()) {
    const std::string_view name = record.cutoff == Cutoff::kOptionalRank ? record.trec_eval_cut : record.name;
    text += fmt::format("; {} alone means @{}", name, fmt::join(record.default_cutoffs, ","));
  }
  return text;
}

/// What the measure needs with its default parameters.
std::string needs_text(const MeasureRecord& record) {
  MeasureName plain{.name = std::string(record.name), .parameters = {}, .cutoff = {}};
  if (record.cutoff != Cutoff::kNone) plain.cutoff = "1";
  std::string why;
  const auto measure = record.make(plain, why);
  const Needs further = measure == nullptr ? Needs{} : measure->further_needs();
  const auto needed = [&](bool Needs::*need) { return record.needs.*need || further.*need; };
  std::vector<std::string_view> names;
  if (needed(&Needs::highlights)) names.emplace_back("highlighted text");
  if (needed(&Needs::entry_points)) names.emplace_back("best entry points");
  if (needed(&Needs::document_lengths)) names.emplace_back("the lengths of judged documents");
  if (needed(&Needs::element_grades)) names.emplace_back("grades of elements");
  if (needed(&Needs::collection)) names.emplace_back("the collection");
  if (needed(&Needs::groups)) names.emplace_back("judgements that tell assessors or subtopics apart");
  if (needed(&Needs::aspects)) names.emplace_back("passages with aspects");
  if (needed(&Needs::chunking)) names.emplace_back("a chunking in the place of a run");
  if (needed(&Needs::chunks)) names.emplace_back("the chunking that the run was made of");
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string parameter_text(const Parameter& parameter) {
  std::string text(parameter.meaning);
  if (parameter.range) text += "; " + expected_value(parameter);
  if (!parameter.default_value.empty()) text += fmt::format(" (default {})", parameter.default_value);
  return text;
}

std::string value_text(double value) {
  std::string text = fmt::format("{:.6f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string outcome_text(const Example& example) {
  return example.text.empty() ? value_text(example.value) : std::string(example.text);
}

/// Examples of a record that share judgements and run, so that these are shown once.
struct Case {
  std::string_view judgements;
  std::string_view run;
  std::string_view chunking;
  std::vector<const Example*> examples;
};

std::vector<Case> cases_of(const MeasureRecord& record) {
  std::vector<Case> cases;
  for (const Example& example : record.examples) {
    const auto same = std::find_if(cases.begin(), cases.end(), [&](const Case& known) {
      return known.judgements == example.judgements && known.run == example.run;
    });
    if (same != cases.end()) {
      same->examples.push_back(&example);
    } else {
      cases.push_back({example.judgements, example.run, example.chunking, {&example}});
    }
  }
  return cases;
}

/// "AP = 0.5: why"; the measure stands in `quotes`.
std::string result_text(const Example& example, std::string_view quotes) {
  return fmt::format("{1}{0}{1} = {2}: {3}", example.measure, quotes, outcome_text(example),
                     example.explanation);
}

constexpr std::string_view kIntroduction = R"(# Measures

This page is made by `./dev docs` from the records in `src/measures`; `fovea measures` lists the measures and
`fovea measures AP` prints what is here about one of them. Every example below is run by a test.

## Names

A measure is asked for as `Name(parameter=value,…)@cutoff`: `AP`, `P@10`, `P(rel=2)@5,10`, `AgP(t2i=300)`. Lists
are separated by commas or blanks; numbers behind a cutoff go on with the list of cutoffs, so that `P@5,10,AP` is
three measures. Parameters may be left out and have the default then. The spellings of trec_eval are understood
everywhere: `map`, `P_10`, `P.5,10`, `ndcg_cut_10`, `iprec_at_recall_0.10`, `utility.2,-1,0,0`, `ndcg.1=3,2=9`
(see [from trec_eval](from-trec_eval.md)); so are those of ir_measures: values in quotes, `True` and `False`, tables in
braces, `P(cutoff=10)` (see [from ir_measures](from-ir_measures.md)). A name that is not known is an error that gives
the nearest known ones.

A value for one topic and its average over topics carry the same name.

)";

std::string markdown_section(const MeasureRecord& record) {
  std::string out =
      fmt::format("### {}\n\n{}{}.\n\n{}\n\n```text\n{}\n```\n\n", record.name,
                  static_cast<char>(std::toupper(static_cast<unsigned char>(record.summary.front()))),
                  record.summary.substr(1), record.definition, record.formula);
  const auto item = [&out](std::string_view name, std::string_view text) {
    if (!text.empty()) out += fmt::format("* {}: {}\n", name, text);
  };
  item("Asked for as", fmt::format("`{}`", usage_of(record)));
  if (const auto others = other_names(record); !others.empty())
    item("Other names", fmt::format("`{}`", fmt::join(others, "`, `")));
  for (const Parameter& parameter : record.parameters) {
    item(fmt::format("Parameter `{}`", parameter.name), parameter_text(parameter));
  }
  item("Cutoff", cutoff_text(record));
  if (!record.text) item("Over topics", name_of(record.average));
  item("Needs", needs_text(record));
  item("Source", record.source);
  for (const Case& example : cases_of(record)) {
    out +=
        fmt::format("\nExample, with the judgements\n\n```text\n{}```\n\nand the run\n\n```text\n{}```\n\n",
                    example.judgements, example.run);
    if (!example.chunking.empty())
      out += fmt::format("and the chunking\n\n```text\n{}```\n\n", example.chunking);
    for (const Example* result : example.examples) out += fmt::format("* {}\n", result_text(*result, "`"));
  }
  return out + "\n";
}

}  // namespace

std::string usage_of(const MeasureRecord& record) {
  std::string text(record.name);
  if (!record.parameters.empty()) {
    for (const Parameter& parameter : record.parameters)
      text += fmt::format("{}{}=…", text.size() == record.name.size() ? '(' : ',', parameter.name);
    text += ')';
  }
  return text.append(text_of(record.cutoff).mark);
}

std::string measure_list(const Registry& registry) {
  std::string out;
  const auto line = [&out](std::string_view name, std::string_view summary) {
    fmt::format_to(std::back_inserter(out), "  {:<14} {}\n", name, summary);
  };
  for (const MeasureFamily& family : registry.families()) {
    out += fmt::format("{}{}\n", out.empty() ? "" : "\n", family.title);
    for (const MeasureRecord& record : family.records) {
      line(fmt::format("{}{}", record.name, text_of(record.cutoff).mark), record.summary);
    }
  }
  out += "\nSets of measures\n";
  for (const MeasureSet& set : registry.sets()) line(set.name, set.summary);
  return out;
}

std::string measure_description(const MeasureRecord& record) {
  std::string out =
      fmt::format("{}: {}\n\n{}\n", usage_of(record), record.summary, wrapped(record.definition, 2));
  out += fmt::format("Formula\n{}\n", wrapped(record.formula, 4));
  if (const auto others = other_names(record); !others.empty())
    out += "Other names\n" + wrapped(fmt::format("{}", fmt::join(others, ", ")), 4) + "\n";
  if (!record.parameters.empty()) {
    out += "Parameters\n";
    for (const Parameter& parameter : record.parameters) {
      fmt::format_to(std::back_inserter(out), "    {:<8} {}\n", parameter.name, parameter_text(parameter));
    }
    out += "\n";
  }
  if (record.cutoff != Cutoff::kNone) out += "Cutoff\n" + wrapped(cutoff_text(record), 4) + "\n";
  if (!record.text) out += fmt::format("Over topics\n    {}\n\n", name_of(record.average));
  if (const std::string needs = needs_text(record); !needs.empty()) {
    out += fmt::format("Needs\n    {}\n\n", needs);
  }
  out += "Source\n" + wrapped(record.source, 4);
  for (const Case& example : cases_of(record)) {
    out += fmt::format("\nExample\n    judgements\n{}    run\n{}", indented(example.judgements, 8),
                       indented(example.run, 8));
    if (!example.chunking.empty()) out += fmt::format("    chunking\n{}", indented(example.chunking, 8));
    for (const Example* result : example.examples) out += wrapped(result_text(*result, ""), 4);
  }
  return out;
}

std::string measure_set_description(const MeasureSet& set) {
  return fmt::format("{}: {}\n\n{}", set.name, set.summary, wrapped(set.measures, 4));
}

std::string measure_page(const Registry& registry) {
  std::string out(kIntroduction);
  out += "Sets of measures have names as in trec_eval:\n\n";
  for (const MeasureSet& set : registry.sets()) {
    out += fmt::format("* `{}`, {}: `{}`\n", set.name, set.summary, set.measures);
  }
  for (const MeasureFamily& family : registry.families()) {
    out += fmt::format("\n## {}\n\n", family.title);
    for (const MeasureRecord& record : family.records) out += markdown_section(record);
    out.pop_back();
  }
  return out;
}

std::string peer_table(const std::vector<PeerName>& names) {
  std::string out = "| there | here | |\n|---|---|---|\n";
  for (const PeerName& name : names) {
    out += fmt::format("| `{}` | `{}` |{}{} |\n", name.theirs, name.ours, name.note.empty() ? "" : " ",
                       name.note);
  }
  return out;
}

}  // namespace fovea
