#include "cli/help.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/command.h"
#include "text/unicode.h"
#include "text/wrap.h"

namespace fovea::cli {

namespace {

/// Where the texts of options begin.
std::size_t text_column(std::size_t width) {
  return std::clamp<std::size_t>(width * 2 / 5, 20, 32);
}

class HelpFormatter final : public CLI::Formatter {
 public:
  explicit HelpFormatter(std::size_t width) : width_(width) { column_width(text_column(width)); }

  /// CLI11 leaves several blank lines between some of its parts.
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    std::string help = CLI::Formatter::make_help(app, std::move(name), mode);
    for (std::size_t at = 0; (at = help.find("\n\n\n", at)) != std::string::npos;) help.erase(at, 1);
    return help;
  }

  std::string make_option_usage(const CLI::Option* option) const override { return argument_of(*option); }

  std::string make_option(const CLI::Option* option, bool) const override {
    return entry(usage_of(*option), text_of(*option));
  }

  std::string make_subcommand(const CLI::App* command) const override {
    return entry(command->get_name(), command->get_description());
  }

  std::string make_description(const CLI::App* app) const override {
    return wrap(app->get_description(), {.width = width_}) + "\n\n";
  }

  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::string usage = CLI::Formatter::make_usage(app, std::move(name));
    usage.erase(std::min(usage.find_last_not_of('\n') + 1, usage.size()));
    return wrap(usage, {.width = width_, .rest = 7}) + "\n\n";
  }

  std::string make_footer(const CLI::App* app) const override {
    std::string out;
    for (const FooterLine& line : footer_lines(app->get_footer())) {
      const std::size_t blanks = std::min(line.text.find_first_not_of(' '), line.text.size());
      // Only commands can go on below a backslash; what has a name or a command in front goes on in its own column.
      const bool command = line.text.starts_with("  fovea ") || line.text.starts_with("  trec_eval ");
      const std::size_t gap = line.text.find(command ? "   " : "  ", blanks);
      if (line.prose) {
        out += wrap(line.text, {.width = width_});
      } else if (count_code_points(line.text) <= width_) {
        out += line.text;
      } else if (gap != std::string::npos) {
        const std::size_t column = std::min(line.text.find_first_not_of(' ', gap), line.text.size());
        out += line.text.substr(0, column);
        out +=
            wrap(line.text.substr(column), {.width = width_, .first = column, .rest = column}).substr(column);
      } else {
        out += wrap(line.text, {.width = width_,
                                .first = blanks,
                                .rest = blanks + 4,
                                .broken = command ? std::string_view(" \\") : std::string_view()});
      }
      out += '\n';
    }
    return out;
  }

 private:
  /// The text begins in its column, below a name that reaches into it.
  std::string entry(const std::string& name, const std::string& text) const {
    const std::size_t column = text_column(width_);
    std::string out = wrap(name, {.width = width_, .first = 2, .rest = 6});
    if (text.empty()) return out + "\n";
    const std::string lines = wrap(text, {.width = width_, .first = column, .rest = column});
    const std::size_t length = count_code_points(out);
    return length + 1 > column ? out + "\n" + lines + "\n" : out + lines.substr(length) + "\n";
  }

  std::size_t width_;
};

}  // namespace

std::string to_upper(std::string text) {
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

std::string exit_codes(const std::vector<ExitMeaning>& codes) {
  std::string text;
  for (const auto& [code, meaning] : codes) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", static_cast<int>(code),
                        meaning.empty() ? kExitMeanings[static_cast<std::size_t>(code)].meaning : meaning);
  }
  return text;
}

std::string exit_sentence(const std::vector<ExitMeaning>& codes) {
  return fmt::format("Exit codes: {}.", exit_codes(codes));
}

std::shared_ptr<CLI::FormatterBase> make_help_formatter(std::size_t width) {
  return std::make_shared<HelpFormatter>(width);
}

std::string usage_of(const CLI::Option& option) {
  std::string names;
  if (!option.get_snames().empty()) names = "-" + option.get_snames().front();
  if (!option.get_lnames().empty()) names += (names.empty() ? "--" : ", --") + option.get_lnames().front();
  const std::string type =
      option.get_option_text().empty() ? option.get_type_name() : option.get_option_text();
  std::string plain = type.substr(0, type.find(':'));  // what a check takes stands behind it
  if (plain.starts_with('{') || (plain == "TEXT" && !values_of(option).empty())) plain = "NAME";
  if (names.empty()) return plain.empty() || plain == "TEXT" ? to_upper(option.get_name()) : plain;
  return plain.empty() ? names : names + " " + plain;
}

std::string argument_of(const CLI::Option& option) {
  std::string name = usage_of(option);
  if (name.starts_with('[')) return name;
  const bool several = option.get_expected_max() > 1 && name.find("…") == std::string::npos;
  if (several) name += "…";
  return option.get_required() ? name : "[" + name + "]";
}

std::string text_of(const CLI::Option& option) {
  std::string text = option.get_description();
  if (!option.get_default_str().empty()) text += fmt::format(" (default: {})", option.get_default_str());
  const bool positional = option.get_snames().empty() && option.get_lnames().empty();
  return option.get_required() && !positional ? text + " (required)" : text;
}

std::vector<std::string> values_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t begin = type.find('{');
  const std::size_t end = type.find('}', std::min(begin, type.size()));
  if (begin == std::string::npos || end == std::string::npos) return {};
  return CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',');
}

std::vector<FooterLine> footer_lines(std::string_view footer) {
  std::vector<FooterLine> lines;
  bool open = false;  // prose that the next line may go on with
  for (std::size_t at = 0; at < footer.size();) {
    const std::size_t end = std::min(footer.find('\n', at), footer.size());
    const std::string_view line = footer.substr(at, end - at);
    at = end + 1;
    const bool prose = !line.starts_with(' ');
    if (prose && open && !line.empty()) {
      lines.back().text += " " + std::string(line);
    } else {
      lines.push_back({prose, std::string(line)});
    }
    open = prose && !line.empty() && !line.ends_with(':');
  }
  return lines;
}

}  // namespace fovea::cli
