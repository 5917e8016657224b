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
  if (is("COLLECTION") || is("--collection FILE")) return {{}, "*.fovea"};
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

std::string bash_script(const CLI::App& app, std::string_view function = "_fovea") {
  std::string cases;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (!is_shown(*command)) continue;
    for (const CLI::App* inner : command->get_subcommands({})) {
      cases += bash_branch(*inner, fmt::format("'{} {}'", command->get_name(), inner->get_name()));
    }
    cases += bash_branch(*command, fmt::format("'{0}'|'{0} '*", command->get_name()));
  }
  return fmt::format(R"({2}() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
  local options='' words='' files='' prefix='' position=
  ((COMP_CWORD > 1)) && position="${{COMP_WORDS[1]}}"
  ((COMP_CWORD > 2)) && position="$position ${{COMP_WORDS[2]}}"
  case "$position" in
    '') options='--help --version --licences' words='help {0}' ;;
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
complete -o default -o bashdefault -F {2} fovea
)",
                     fmt::join(commands_of(app), " "), cases, function);
}

/// zsh loads it as the function _fovea when fovea is first completed: then it is also asked.
std::string zsh_script(const CLI::App& app) {
  return "#compdef fovea\nautoload -U +X bashcompinit && bashcompinit\n" + bash_script(app, "_fovea_words") +
         "[[ ${funcstack[1]} != _fovea ]] || _bash_complete -o default -o bashdefault -F _fovea_words\n";
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

/// What `complete` takes to offer the values; empty where files are as good as anything.
std::string fish_values(const Values& values) {
  // Several may stand behind each other, with commas between them.
  if (!values.words.empty())
    return fmt::format(" -x -a '(__fish_append , {})'", fmt::join(values.words, " "));
  if (values.files == "/") return " -x -a '(__fish_complete_directories)'";
  if (!values.files.empty())
    return fmt::format(" -r -k -a '(__fish_complete_suffix {})'", values.files.substr(1));
  return {};
}

/// The options of a command, and the values of what stands by itself, where `condition` holds.
std::string fish_branch(const CLI::App& command, const std::string& condition) {
  std::string script;
  bool offered = !command.get_subcommands({}).empty();
  for (const CLI::Option* option : command.get_options()) {
    std::string names;
    for (const std::string& name : option->get_lnames()) names += " -l " + name;
    for (const std::string& name : option->get_snames()) names += " -s " + name;
    if (names.empty() && offered) continue;
    std::string values = fish_values(values_for(command, *option));
    if (names.empty()) {
      offered = true;
      if (!values.empty()) script += fmt::format("complete -c fovea -n '{}'{}\n", condition, values);
      continue;
    }
    if (values.empty() && option->get_items_expected_max() > 0) values = " -r";
    script += fmt::format("complete -c fovea -n '{}'{}{} -d {}\n", condition, names, values,
                          fish_quoted(text_of(*option)));
  }
  return script;
}

std::string fish_script(const CLI::App& app) {
  const auto seen = [](const std::string& names) { return "__fish_seen_subcommand_from " + names; };
  const std::string commands = fmt::format("{}", fmt::join(commands_of(app), " "));
  std::string script = fmt::format("complete -c fovea -n '{}' -x -a '{}'\n", seen("help"), commands);
  for (const CLI::App* command : app.get_subcommands({})) {
    if (!is_shown(*command)) continue;
    const std::string here = seen(command->get_name());
    script += fmt::format("complete -c fovea -n __fish_use_subcommand -x -a {} -d {}\n", command->get_name(),
                          fish_quoted(command->get_description()));
    const std::string all = fmt::format("{}", fmt::join(commands_of(*command), " "));
    for (const CLI::App* inner : command->get_subcommands({})) {
      script += fmt::format("complete -c fovea -n '{}; and not {}' -x -a {} -d {}\n", here, seen(all),
                            inner->get_name(), fish_quoted(inner->get_description()));
      script += fish_branch(*inner, here + "; and " + seen(inner->get_name()));
    }
    script += fish_branch(*command, here + (all.empty() ? "" : "; and not " + seen(all)));
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
      ->check(one_of({"bash", "zsh", "fish"}))
      ->type_name("SHELL");
  command->callback([&app, &exit, shell] {
    fmt::print("{}", *shell == "bash"  ? bash_script(app)
                     : *shell == "zsh" ? zsh_script(app)
                                       : fish_script(app));
    exit = kFine;
  });
}

}  // namespace fovea::cli
