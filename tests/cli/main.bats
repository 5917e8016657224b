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

@test "the exit codes of the man page are those that the documentation explains" {
  status=$(fovea man fovea | sed -n '/^.SH EXIT STATUS/{n;p}')
  [ "$status" = "0 fine, 1 usage, 2 bad input, 3 a run breaks the rules of its task, 4 nothing in common." ]
  documented=$(sed -n '/^## Exit codes/,$s/^| \([0-9]\) | .*/\1/p' "$BATS_TEST_DIRNAME/../../docs/eval.md" | tr '\n' ' ')
  [ "$documented" = "$(grep -o '[0-9]' <<< "$status" | tr '\n' ' ')" ]
  for code in 1:usage '2:bad input' '3:a run breaks the rules of its task'; do
    grep -q "^| ${code%%:*} | ${code#*:}" "$BATS_TEST_DIRNAME/../../docs/eval.md"
  done
}
