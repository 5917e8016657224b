// `fovea completion SHELL`: completion scripts, written from the parser's own list of commands and options. Options are
// offered behind a minus sign, behind an option its values, and elsewhere subcommands or files.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/help.h"
#include "cli/usage.h"
#include "measures/registry.h"

namespace fovea::cli {

namespace {

/// What may stand in the place of a value.
struct Values {
  std::vector<std::string> words;
  std::string files;  ///< otherwise: a pattern of file names, "/" for folders; empty for any file
};

/// The names of all measures and sets of them.
std::vector<std::string> measure_words() {
  std::vector<std::string> words;
  const Registry& registry = measure_registry();
  for (const MeasureFamily& family : registry.families()) {
    for (const MeasureRecord& record : family.records) words.emplace_back(record.name);
  }
  for (const MeasureSet& set : registry.sets()) words.emplace_back(set.name);
  return words;
}

Values values_for(const CLI::App& command, const CLI::Option& option) {
  const std::string type = usage_of(option);
  const auto is = [&type](std::string_view what) { return type.ends_with(what); };
  if (std::vector<std::string> words = values_of(option); !words.empty()) return {words, {}};
  if (is("MEASURE") || is("MEASURES") || (command.get_name() == "measures" && option.get_lnames().empty())) {
    return {measure_words(), {}};
  }
  if (is("FOLDER")) return {{}, "/"};
  if (is("collection") || is("--collection FILE")) return {{}, "*.fovea"};
  if (is("TRACK")) return {{}, "*.toml"};
  return {};
}

std::vector<std::string> commands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (is_shown(*command)) names.push_back(command->get_name());
  }
  return names;
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  return names;
}

// ---- bash, and zsh, which understands it --------------------------------------------------------------------------

/// One `case` branch per command, so that options are offered where they are understood; in it one per option.
std::string bash_branch(const CLI::App& command, const std::string& position) {
  std::vector<std::string> options;
  std::string cases;
  std::string elsewhere;
  const auto offer = [](const Values& values) {
    if (!values.words.empty()) return fmt::format("words='{}'", fmt::join(values.words, " "));
    return values.files.empty() ? std::string(":") : fmt::format("files='{}'", values.files);
  };
  for (const CLI::Option* option : command.get_options()) {
    const std::vector<std::string> names = names_of(*option);
    options.insert(options.end(), names.begin(), names.end());
    const Values values = values_for(command, *option);
    if (names.empty()) {
      if (elsewhere.empty()) elsewhere = offer(values);
    } else if (option->get_items_expected_max() > 0) {
      cases += fmt::format("        {}) {} ;;\n", fmt::join(names, "|"), offer(values));
    }
  }
  if (!commands_of(command).empty())
    elsewhere = fmt::format("words='{}'", fmt::join(commands_of(command), " "));
  return fmt::format("    {}) options='{}'\n      case \"$previous\" in\n{}        *) {} ;;\n      esac ;;\n",
                     position, fmt::join(options, " "), cases, elsewhere.empty() ? ":" : elsewhere);
}

std::string bash_script(const CLI::App& app) {
  std::string cases;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (!is_shown(*command)) continue;
    for (const CLI::App* inner : command->get_subcommands({})) {
      cases += bash_branch(*inner, fmt::format("'{} {}'", command->get_name(), inner->get_name()));
    }
    cases += bash_branch(*command, fmt::format("'{0}'|'{0} '*", command->get_name()));
  }
  return fmt::format(R"(_fovea() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
  local options='' words='' files='' prefix='' position=
  ((COMP_CWORD > 1)) && position="${{COMP_WORDS[1]}}"
  ((COMP_CWORD > 2)) && position="$position ${{COMP_WORDS[2]}}"
  case "$position" in
    '') options='--help --version' words='help {0}' ;;
    'help'|'help '*) words='{0}' ;;
{1}  esac
  COMPREPLY=()
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [[ -n $words ]]; then
    [[ $current == *,* ]] && prefix="${{current%,*}},"
    COMPREPLY=($(compgen -P "$prefix" -W "$words" -- "${{current##*,}}"))
  elif [[ $files == / ]]; then
    COMPREPLY=($(compgen -d -- "$current"))
  elif [[ -n $files ]]; then
    COMPREPLY=($(compgen -f -X "!$files" -- "$current") $(compgen -d -- "$current"))
  fi
}}
complete -o default -o bashdefault -F _fovea fovea
)",
                     fmt::join(commands_of(app), " "), cases);
}

std::string zsh_script(const CLI::App& app) {
  return "autoload -U +X bashcompinit && bashcompinit\n" + bash_script(app);
}

// ---- fish ---------------------------------------------------------------------------------------------------------

std::string fish_quoted(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return "'" + out + "'";
}

std::string fish_option(const CLI::App& command, const CLI::Option& option) {
  std::string names;
  for (const std::string& name : option.get_lnames()) names += " -l " + name;
  for (const std::string& name : option.get_snames()) names += " -s " + name;
  if (names.empty()) return {};
  const Values values = values_for(command, option);
  std::string more;
  if (!values.words.empty()) {
    more = fmt::format(" -x -a {}", fish_quoted(fmt::format("{}", fmt::join(values.words, " "))));
  } else if (values.files == "/") {
    more = " -x -a '(__fish_complete_directories)'";
  } else if (option.get_items_expected_max() > 0) {
    more = " -r";
  }
  return fmt::format("complete -c fovea -n '__fish_seen_subcommand_from {}'{}{} -d {}\n", command.get_name(),
                     names, more, fish_quoted(text_of(option)));
}

std::string fish_script(const CLI::App& app) {
  std::string script = fmt::format("complete -c fovea -n '__fish_seen_subcommand_from help' -x -a '{}'\n",
                                   fmt::join(commands_of(app), " "));
  for (const CLI::App* command : app.get_subcommands({})) {
    if (!is_shown(*command)) continue;
    script += fmt::format("complete -c fovea -n __fish_use_subcommand -x -a {} -d {}\n", command->get_name(),
                          fish_quoted(command->get_description()));
    for (const CLI::App* inner : command->get_subcommands({})) {
      script += fmt::format("complete -c fovea -n '__fish_seen_subcommand_from {}' -a {} -d {}\n",
                            command->get_name(), inner->get_name(), fish_quoted(inner->get_description()));
      for (const CLI::Option* option : inner->get_options()) script += fish_option(*inner, *option);
    }
    for (const CLI::Option* option : command->get_options()) script += fish_option(*command, *option);
  }
  return script;
}

}  // namespace

void add_completion_command(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("completion", "Print a completion script for a shell");
  command->footer("Example:\n  fovea completion bash > ~/.local/share/bash-completion/completions/fovea");
  auto shell = std::make_shared<std::string>();
  command->add_option("shell", *shell, "bash, zsh or fish")
      ->required()
      ->check(one_of({"bash", "zsh", "fish"}));
  command->callback([&app, &exit, shell] {
    fmt::print("{}", *shell == "bash"  ? bash_script(app)
                     : *shell == "zsh" ? zsh_script(app)
                                       : fish_script(app));
    exit = kFine;
  });
}

}  // namespace fovea::cli
