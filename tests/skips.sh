#!/usr/bin/env bash
# Lists every case that a run of the tests left out, with its reason, read from ctest's log. With FOVEA_STRICT=1, one whose reason
# is not in tests/skips.txt is an error.
# Usage: skips.sh LOG [REASON…]   (REASON: what was left out elsewhere)
set -eu
log=$1
shift
allowed=$(dirname "$0")/skips.txt
list=$({
  # ctest: "12/130 Testing: NAME"; GoogleTest: the reason, then the case; bats and node: TAP; pytest: -rs; scripts: SKIPPED: REASON.
  awk '
    / Testing: / { test = $NF }
    after_skipped { reason = $0; after_skipped = 0 }
    /: Skipped$/ { after_skipped = 1 }
    /^\[  SKIPPED \] .* \(/ { print test ": " $4 ": " reason }
    /^ok [0-9]+ .*# (skip|SKIP)/ { sub(/^ok [0-9]+ (- )?/, ""); sub(/ # (skip|SKIP) */, ": "); print test ": " $0 }
    sub(/^SKIPPED \[[0-9]+\] /, "") { print test ": " $0 }
    /^SKIPPED: / { print test ": " substr($0, 10) }
  ' "$log"
  [ $# -eq 0 ] || printf '%s\n' "$@"
} | sort)
[ -n "$list" ] || exit 0
unexpected=$(grep -vEf <(grep '^[^#]' "$allowed") <<<"$list" || true)
printf 'Left out: %s cases\n' "$(wc -l <<<"$list")"
printf '%s\n' "$list" | sed 's/^/  /'
[ -n "$unexpected" ] || exit 0
printf '\nNot expected to be left out (tests/skips.txt):\n%s\n' "$(sed 's/^/  /' <<<"$unexpected")"
[ "${FOVEA_STRICT:-0}" != 1 ]
