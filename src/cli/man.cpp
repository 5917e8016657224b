// `fovea man [COMMAND]`: man pages, written from the parser's own list of commands and options. The build installs them.
#include <fmt/format.h>

#include <iterator>
#include <memory>
#include <string>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/help.h"

namespace fovea::cli {

namespace {

/// Text that roff prints as it is: hyphens are minus signs, since options are to be copied.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (out.empty() && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else {
      if (c == '-') out += '\\';
      out += c;
    }
  }
  return out;
}

bool is_positional(const CLI::Option& option) {
  return option.get_lnames().empty() && option.get_snames().empty();
}

class ManPage {
 public:
  explicit ManPage(const CLI::App& app) : app_(app) {}

  std::string main_page() {
    begin("fovea", app_.get_description());
    put(".SH SYNOPSIS\n.B fovea\n.I COMMAND\n[\n.I options\n]\n.br\n.B fovea help\n.I COMMAND\n");
    put(".SH DESCRIPTION\n{}\n", roff(app_.get_description()));
    put(".SH COMMANDS\n");
    for (const CLI::App* command : app_.get_subcommands({})) {
      if (is_shown(*command)) {
        put(".TP\n.BR fovea\\-{} (1)\n{}\n", command->get_name(), roff(command->get_description()));
      }
    }
    add_options(app_, ".SH");
    put(".SH EXIT STATUS\n{}.\n", exit_codes({kExitMeanings.begin(), kExitMeanings.end()}));
    return std::move(out_);
  }

  std::string command_page(const CLI::App& command) {
    begin("fovea-" + command.get_name(), command.get_description());
    put(".SH SYNOPSIS\n");
    add_synopsis(command, "fovea " + command.get_name());
    for (const CLI::App* inner : command.get_subcommands({})) {
      add_synopsis(*inner, "fovea " + command.get_name() + " " + inner->get_name());
    }
    put(".SH DESCRIPTION\n{}.\n", roff(command.get_description()));
    add_options(command, ".SH");
    add_footer(command, ".SH");
    for (const CLI::App* inner : command.get_subcommands({})) {
      put(".SH {} {}\n{}.\n", to_upper(command.get_name()), to_upper(inner->get_name()),
          roff(inner->get_description()));
      add_options(*inner, ".SS");
      add_footer(*inner, ".SS");
    }
    put(".SH SEE ALSO\n.BR fovea (1)\n");
    return std::move(out_);
  }

 private:
  template <typename... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
  }

  void begin(const std::string& name, const std::string& description) {
    put(".TH {} 1 \"\" \"fovea " FOVEA_VERSION "\"\n.SH NAME\n{} \\- {}\n", roff(to_upper(name)), roff(name),
        roff(description));
  }

  void add_synopsis(const CLI::App& command, const std::string& name) {
    if (!command.get_subcommands({}).empty()) return;  // its commands have theirs
    put(".B {}\n[\n.I options\n]\n", roff(name));
    for (const CLI::Option* option : command.get_options()) {
      if (is_positional(*option)) put(".I {}\n", roff(argument_of(*option)));
    }
    put(".br\n");
  }

  void add_entry(const CLI::Option& option) {
    put(".TP\n.B {}\n{}\n", roff(usage_of(option)), roff(text_of(option)));
  }

  void add_options(const CLI::App& command, std::string_view section) {
    bool begun = false;
    for (const CLI::Option* option : command.get_options()) {
      if (!is_positional(*option)) continue;
      if (!begun) put("{} ARGUMENTS\n", section);
      begun = true;
      add_entry(*option);
    }
    for (const std::string& group : command.get_groups()) {
      begun = false;
      for (const CLI::Option* option : command.get_options()) {
        if (is_positional(*option) || option->get_group() != group || group.empty()) continue;
        if (!begun) put("{} {}\n", section, to_upper(group));
        begun = true;
        add_entry(*option);
      }
    }
  }

  void add_footer(const CLI::App& command, std::string_view section) {
    bool notes = false;
    bool literal = false;
    for (const FooterLine& line : footer_lines(command.get_footer())) {
      if (line.prose && literal) put(".fi\n");
      if (line.prose) literal = false;
      if (line.text == "Examples:" || line.text == "Example:") {
        put("{} EXAMPLES\n", section);
        notes = true;
      } else if (line.text.empty()) {
        put(".PP\n");
      } else if (line.prose) {
        if (!notes) put("{} NOTES\n", section);
        notes = true;
        put("{}\n", roff(line.text));
      } else {
        if (!literal) put(".nf\n");
        literal = true;
        put("{}\n", roff(line.text));
      }
    }
    if (literal) put(".fi\n");
  }

  const CLI::App& app_;
  std::string out_;
};

}  // namespace

void add_man_command(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("man", "Print a man page; without a command, the names of all pages");
  command->group("");  // for the build
  auto name = std::make_shared<std::string>();
  command->add_option("page", *name, "fovea, or fovea-COMMAND");
  command->callback([&app, &exit, name] {
    exit = kFine;
    if (name->empty()) fmt::print("fovea\n");
    if (*name == "fovea") fmt::print("{}", ManPage(app).main_page());
    bool found = name->empty() || *name == "fovea";
    for (const CLI::App* inner : app.get_subcommands({})) {
      if (!is_shown(*inner)) continue;
      if (name->empty()) fmt::print("fovea-{}\n", inner->get_name());
      if (*name != "fovea-" + inner->get_name()) continue;
      found = true;
      fmt::print("{}", ManPage(app).command_page(*inner));
    }
    if (found) return;
    say(fmt::format("there is no page '{}'; 'fovea man' lists them", *name));
    exit = kUsage;
  });
}

}  // namespace fovea::cli
