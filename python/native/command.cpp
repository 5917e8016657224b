// The command `fovea`, inside the extension.

#include <string>
#include <vector>

#include "cli/own_command.h"
#include "cli/program.h"
#include "native.h"

namespace fovea::python {

namespace {

/// Runs the command and closes standard output: once per process, and nothing of Python may be printed behind it. `self` are
/// the words that start it again.
int main(std::vector<std::string> arguments, std::vector<std::string> self) {
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  cli::own_words() = std::move(self);
  return without_lock([&] { return cli::run_program(static_cast<int>(arguments.size()), words.data()); });
}

}  // namespace

void bind_command(nb::module_& module) {
  module.def("main", &main, nb::arg("arguments"), nb::arg("self"));
}

}  // namespace fovea::python
