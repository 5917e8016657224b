#!/usr/bin/env bash
# hardened.sh BINARY: a release binary has what cmake/hardening.cmake asks for, as its own tables say.
set -eu
binary=$1
failed=0
has() { # has WHAT PATTERN READELF OPTIONS…
  local what=$1 pattern=$2
  shift 2
  readelf -W "$@" "$binary" | grep -qE "$pattern" || {
    echo "$binary: found none, expected $what"
    failed=1
  }
}
has "a position-independent executable" 'Type: +DYN' -h
has "a read-only table of functions (RELRO)" 'GNU_RELRO' -l
has "all functions bound at the start (BIND_NOW)" 'BIND_NOW|FLAGS.*NOW' -d
has "guards of the stack" '__stack_chk_fail' --dyn-syms
has "fortified library calls" '__(mem|str|read|vsn?printf|printf|fprintf)[a-z]*_chk' --dyn-syms
# Debian's own start files are without the mark of the whole binary; its functions begin with the landing places.
if readelf -h "$binary" | grep -q X86-64 && [ "$(objdump -d --no-show-raw-insn "$binary" | grep -c endbr64)" -lt 1000 ]; then
  echo "$binary: found none, expected checked jumps (CET)"
  failed=1
fi
if readelf -W -l "$binary" | grep -E 'GNU_STACK' | grep -q 'E '; then
  echo "$binary: found an executable stack, expected none"
  failed=1
fi
exit $failed
