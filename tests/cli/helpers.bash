# Shared by all command-line tests: the binary under test, as `fovea`.
bats_require_minimum_version 1.5.0
FOVEA=${FOVEA:-$BATS_TEST_DIRNAME/../../build/fovea}
fovea() { "$FOVEA" "$@"; }
cd "$BATS_TEST_TMPDIR" || exit 1
export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/.cache
