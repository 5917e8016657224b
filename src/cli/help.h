// How help is laid out: wrapped at the terminal's width, options in their groups, examples that can be pasted.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::cli {

/// What CLI11 asks to make help texts of `width` characters.
std::shared_ptr<CLI::FormatterBase> make_help_formatter(std::size_t width);

/// Whether users are to see a command; `man` itself is the build's.
inline bool is_shown(const CLI::App& command) {
  return !command.get_group().empty();
}

/// Letters of ASCII.
std::string to_upper(std::string text);

/// "-m, --measure MEASURE": how help and man pages name an option. Other names that it has too are left out.
std::string usage_of(const CLI::Option& option);

/// "RUN…", "[FOLDER]": how a line of usage names what stands by itself.
std::string argument_of(const CLI::Option& option);

/// What it is for, with its default.
std::string text_of(const CLI::Option& option);

/// The values that an option takes, where they are a list of names; empty where they are not.
std::vector<std::string> values_of(const CLI::Option& option);

/// A text behind the options: paragraphs of prose, whose line ends mean nothing, and lines that begin with blanks and
/// stand as they are.
struct FooterLine {
  bool prose = true;
  std::string text;  ///< empty between paragraphs
};
std::vector<FooterLine> footer_lines(std::string_view footer);

}  // namespace fovea::cli
