#!/usr/bin/env bash
# The program is linked and compiled as cmake/Settings.cmake says: addresses of functions are read-only once it
# runs, nothing on a stack is executed, functions with arrays have canaries, copies are checked.
set -euo pipefail

program=${CLMM:?the program under test}
wrong=0

# wants WHAT PATTERN TEXT
wants() {
    grep -qE -- "$2" <<<"$3" || { printf 'hardened: %s is missing\n' "$1"; wrong=1; }
}

segments=$(readelf --segments --wide "$program")
wants 'a part that is read-only after relocation' 'GNU_RELRO' "$segments"
wants 'a stack that is not executed' 'GNU_STACK.* RW ' "$segments"
if grep -q INTERP <<<"$segments"; then  # else nothing is bound at run time
    wants 'binding at the start' 'BIND_NOW|NOW' "$(readelf --dynamic "$program")"
fi
code=$(objdump --disassemble --no-show-raw-insn "$program" | grep -oE 'call .*<(__stack_chk_fail|__[a-z]+_chk)[@>]|endbr64' | sort -u)
wants 'canaries' '__stack_chk_fail' "$code"
wants 'checked copies' '__(memcpy|memset|memmove|snprintf|read|strcpy|vsnprintf|realpath|fdelt)_chk' "$code"
[[ $(uname -m) != x86_64 ]] || wants 'ends of indirect jumps' 'endbr64' "$code"
exit "$wrong"
