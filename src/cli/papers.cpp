#include "cli/papers.h"

#include <fmt/format.h>

#include <string>

#include "cli/usage.h"

namespace fovea::cli {

namespace {

constexpr const char* kPaperOption = "--paper";

/// "--space perfect -m 'inex2002(quant=gen)'": as one would type them.
std::string as_typed(const Paper& paper) {
  std::vector<std::string> words;
  for (const PaperOption& option : paper.options) {
    if (option.values.empty()) words.emplace_back(option.name);
    for (const std::string_view value : option.values) {
      const bool plain = value.find_first_of("()@ ") == std::string_view::npos;
      words.push_back(fmt::format(fmt::runtime(plain ? "{} {}" : "{} '{}'"), option.name, value));
    }
  }
  return fmt::format("{}", fmt::join(words, " "));
}

void set_option(CLI::App& command, const PaperOption& option) {
  CLI::Option& target = *command.get_option(std::string(option.name));
  if (target.count() > 0) return;
  if (option.values.empty()) target.add_result("true");
  for (const std::string_view value : option.values) target.add_result(std::string(value));
  target.run_callback();
}

}  // namespace

std::span<const Paper> papers() {
  static const std::vector<Paper> kPapers{
      {.name = "kazai2005",
       .command = "reliability",
       .reference = "Kazai, Lalmas and de Vries 2005, Table 1, Figures 2 and 3",
       .options = {{"--space", {"graded"}},
                   {"--quant", {"sog"}},
                   {"-m", {"inex2002(quant=sog)", "AnXCG(depth=base)"}}}},
      {.name = "govert2006",
       .command = "reliability",
       .reference = "Gövert et al. 2006, section 4, Figures 3, 5 and 6",
       .options = {{"--space", {"perfect"}},
                   {"-m",
                    {"inex2002(quant=strict)", "inex2002(quant=gen)", "inex2003s(quant=strict)",
                     "inex2003s(quant=gen)", "inex2003o(quant=strict)", "inex2003o(quant=gen)"}}}},
      {.name = "pehcevski2007",
       .command = "fidelity",
       .reference = "Pehcevski and Thom 2007, Tables 1 and 2, Figure 4, and the mean that section 5 proposes",
       .options = {{"-m",
                    {"gP(beta=1)@1,2,10", "gR@1,2,10", "AgP(beta=1)", "gR(by=size)@1,2,10",
                     "AgP(by=size,beta=1)", "AigP(beta=1)", "AigP(by=size,beta=1)", "AP"}},
                   {"--verdict",
                    {"AgP(beta=1)", "AgP(by=size,beta=1)", "AigP(beta=1)", "AigP(by=size,beta=1)", "AP"}},
                   {"--space-curve", {"igP(beta=1)"}}}},
      {.name = "kamps2007",
       .command = "compare",
       .reference = "Kamps, Lalmas and Pehcevski 2007, Tables 1 and 2",
       .options = {{"-m", {"AgP(beta=1)", "AP"}},
                   {"--order-by", {"AgP(beta=1)"}},
                   {"--test", {"bootstrap"}},
                   {"--resamples", {"1000"}},
                   {"--tails", {"1"}},
                   {"--alpha", {"0.05"}},
                   {"--correct", {"none"}}}}};
  return kPapers;
}

void add_paper(CLI::App& command) {
  std::vector<std::string> names;
  std::string text = "Set the options of a paper's experiment, but for those that are given";
  for (const Paper& paper : papers()) {
    if (paper.command != command.get_name()) continue;
    names.emplace_back(paper.name);
    text += fmt::format("; {} ({}): {}", paper.name, paper.reference, as_typed(paper));
  }
  command.add_option(kPaperOption)->description(text)->check(one_of(std::move(names)))->type_name("NAME");
}

void set_paper_options(CLI::App& command) {
  const CLI::Option& asked = *command.get_option(kPaperOption);
  if (asked.count() == 0) return;
  for (const Paper& paper : papers()) {
    if (paper.command != command.get_name() || paper.name != asked.results().front()) continue;
    for (const PaperOption& option : paper.options) set_option(command, option);
  }
}

}  // namespace fovea::cli
