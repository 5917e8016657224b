#include "cli/hints.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace fovea::cli {

namespace {

constexpr auto kHints = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"ambiguous-text", "--locate next takes the first behind the one before"},
    {"different-tasks", "--task, or -m"},
    {"duplicate-judgement", "or --merge union, intersection or first"},
    {"exists", "add to it with 'fovea catalog add', or replace it with --force"},
    {"exists-other-kind", "not with --force either"},
    {"ids-by-name", "'fovea catalog build --id name'"},
    {"ids-by-path", "'fovea catalog build --id path'"},
    {"ids-by-stem-path", "'fovea catalog build --id stem-path'"},
    {"needs-articles", "one that is built without --unit"},
    {"needs-chunking", "'fovea eval -m PrecisionOmega JUDGEMENTS CHUNKING'"},
    {"needs-chunks", "'fovea eval --chunking FILE'"},
    {"needs-collection", "--collection"},
    {"needs-elements", "--collection"},
    {"needs-grades", "--from-highlights"},
    {"needs-groups", "-R qrels_jg, where the second column of qrels names them"},
    {"needs-impacts", "build it with 'fovea index --impacts 8'"},
    {"needs-lengths", "--collection"},
    {"needs-positions", "build it without --no-positions"},
    {"needs-statistics", "--statistics"},
    {"no-candidates", "--set candidates.tags='…'; 'fovea index INDEX --info' lists the tags"},
    {"no-role", "--roles"},
    {"no-text", "--texts FOLDER, or --collection"},
    {"not-utf8", "iconv -f WINDOWS-1252 -t UTF-8 converts it"},
    {"other-stemmer", "'fovea index --stem' says how"},
    {"repeated-documents", "'fovea check --repair OUT' leaves them out"},
    {"several-impacts", "build each with the --statistics of all"},
    {"unchecked", "--texts FOLDER, or --collection"},
    {"unfit-score", "--score"},
    {"unknown-length", "--collection"},
    {"unknown-size", "--collection"},
    {"unknown-text", "--collection"},
    {"unresolved", "--lenient counts it as 18 irrelevant characters"},
    {"untrained-weights", "'fovea tune --learn owpc' trains them"},
    {"utf-16", "iconv -f UTF-16 -t UTF-8 converts it"},
});

const CLI::App* called = nullptr;

/// Whether the command that runs has the option that the hint begins with, if it begins with one.
bool applies(std::string_view hint) {
  if (called == nullptr || !hint.starts_with("--")) return true;
  const std::string option(hint.substr(0, hint.find_first_of(" ,")));
  const CLI::App* command = called;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return command->get_option_no_throw(option) != nullptr;
}

}  // namespace

HintsOf::HintsOf(const CLI::App& app) {
  called = &app;
}

HintsOf::~HintsOf() {
  called = nullptr;
}

std::string_view hint_for(std::string_view code) {
  const auto* const found =
      std::ranges::find(kHints, code, &std::pair<std::string_view, std::string_view>::first);
  return found == kHints.end() || !applies(found->second) ? std::string_view() : found->second;
}

std::string with_hint(const Diagnostic& diagnostic) {
  const std::string_view hint = hint_for(diagnostic.code);
  return hint.empty() ? to_string(diagnostic) : fmt::format("{} ({})", to_string(diagnostic), hint);
}

}  // namespace fovea::cli
