// Standard output on a terminal. What files hold is printed by every command, and a terminal obeys some of it: on one, control
// characters are shown as \x1b and the like (text/escape.h), whichever command prints them. Pipes and files get the bytes.
#pragma once

#include <string_view>

namespace fovea::cli {

/// From now on, if standard output is a terminal, what is printed there is made visible. For the first lines of a program.
void show_controls_on_terminal();

/// Prints text whose controls are our own, such as colours.
void print_styled(std::string_view text);

}  // namespace fovea::cli
