#!/usr/bin/env bash
# linked.sh: what the program is linked with: the C library alone, if any. Others are part of
# it, or opened when they are needed (docs/building.md). $CLMM is the program.
set -euo pipefail

libraries=$(ldd "$CLMM" 2>&1 || true)
[[ $libraries != *"not a dynamic executable"* ]] || exit 0
others=$(awk '{ print $1 }' <<<"$libraries" |
    grep -vE '^(/.*/|/)?(linux-vdso|libc|libgcc_s|libstdc\+\+|ld-linux[-a-z0-9_]*)\.so[.0-9]*$' || true)
[[ -z $others ]] || { printf '%s is linked with\n%s\n' "$CLMM" "$others"; exit 1; }
