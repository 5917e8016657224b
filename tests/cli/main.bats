# What a user sees of the program as a whole.

setup() {
  load helpers
}

@test "no argument, help and --help show the commands" {
  run fovea
  [ "$status" -eq 0 ]
  [[ "$output" == *Usage*completion* ]]
  run fovea help completion
  [ "$status" -eq 0 ]
  [[ "$output" == *"bash, zsh or fish"* ]]
}

@test "--licences prints the notices of the libraries and of what the report's script contains" {
  fovea --licences > notices
  for name in Abseil Boost CLI11 Expat nanobind toml++ zlib 'vega-lite [0-9]' 'd3-array [0-9]'; do
    grep -q "$name" notices || { echo "nothing of $name"; return 1; }
  done
  [ "$(grep -c 'THE SOFTWARE IS PROVIDED "AS IS"' notices)" -ge 2 ]
}

@test "--version prints a version" {
  run fovea --version
  [ "$status" -eq 0 ]
  [[ "$output" =~ ^fovea\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
}

@test "a wrong command is a usage error" {
  run fovea complation
  [ "$status" -eq 1 ]
  [[ "$output" == *"'complation' is not a command; did you mean 'completion'?"* ]]
  run fovea --no-such-option
  [ "$status" -eq 1 ]
}

@test "the bash completion script is valid and completes commands" {
  fovea completion bash > "$BATS_TEST_TMPDIR/completion"
  run bash -c 'source "$1"; COMP_WORDS=(fovea compl); COMP_CWORD=1; _fovea; echo "${COMPREPLY[0]}"' - "$BATS_TEST_TMPDIR/completion"
  [ "$output" = completion ]
}
