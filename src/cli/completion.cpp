// `fovea completion SHELL`: completion scripts, written from the parser's own list of commands and options.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/command.h"

namespace fovea::cli {

namespace {

/// The words that may follow a command: its subcommands and its long and short options.
std::string words_of(const CLI::App& app) {
  std::string words;
  for (const CLI::App* command : app.get_subcommands({})) words += command->get_name() + " ";
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) words += "--" + name + " ";
    for (const std::string& name : option->get_snames()) words += "-" + name + " ";
  }
  return words;
}

/// One `case` branch per command, so that options are offered where they are understood.
std::string bash_script(const CLI::App& app) {
  std::string cases;
  for (const CLI::App* command : app.get_subcommands({})) {
    for (const CLI::App* inner : command->get_subcommands({})) {
      cases += fmt::format("    '{} {}') words='{}' ;;\n", command->get_name(), inner->get_name(),
                           words_of(*inner));
    }
    cases += fmt::format("    '{0}'|'{0} '*) words='{1}' ;;\n", command->get_name(), words_of(*command));
  }
  return fmt::format(R"(_fovea() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} words
  local position="${{COMP_WORDS[1]}}"
  ((COMP_CWORD > 2)) && position="$position ${{COMP_WORDS[2]}}"
  ((COMP_CWORD < 2)) && position=
  case "$position" in
    '') words='help {}' ;;
{}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -o bashdefault -F _fovea fovea
)",
                     words_of(app), cases);
}

std::string zsh_script(const CLI::App& app) {
  return "autoload -U +X bashcompinit && bashcompinit\n" + bash_script(app);
}

std::string fish_script(const CLI::App& app) {
  std::string script;
  for (const CLI::App* command : app.get_subcommands({})) {
    script += fmt::format("complete -c fovea -n __fish_use_subcommand -a {} -d '{}'\n", command->get_name(),
                          command->get_description());
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& name : option->get_lnames()) {
        script += fmt::format("complete -c fovea -n '__fish_seen_subcommand_from {}' -l {}\n",
                              command->get_name(), name);
      }
    }
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
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->callback([&app, &exit, shell] {
    fmt::print("{}", *shell == "bash"  ? bash_script(app)
                     : *shell == "zsh" ? zsh_script(app)
                                       : fish_script(app));
    exit = kFine;
  });
}

}  // namespace fovea::cli
