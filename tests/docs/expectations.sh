#!/usr/bin/env bash
# Every `Expect=` line of the examples and of the golden tests holds under every shipped model that
# it speaks of, whatever model the golden test itself is run with.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
CLMM=${CLMM:-$PWD/build/release/bin/clmm}
lists=$(mktemp -d)
trap 'rm -rf "$lists"' EXIT

# Tests with expectations; not those with arguments of their own, which say how they are to be run,
# nor those of diagnostics, some of which are wrong on purpose.
while IFS= read -r file; do
    [[ $file != tests/golden/diagnostics/* && $file != */error.* && ! -f ${file%.litmus}.args ]] || continue
    case $(head -c 2 "$file") in
        'C ') printf '%s\n' "$PWD/$file" >>"$lists/c" ;;
        X8) printf '%s\n' "$PWD/$file" >>"$lists/x86" ;;
        AA) printf '%s\n' "$PWD/$file" >>"$lists/aarch64" ;;
        PT) printf '%s\n' "$PWD/$file" >>"$lists/ptx" ;;
        RI) printf '%s\n' "$PWD/$file" >>"$lists/riscv" ;;
        VU) printf '%s\n' "$PWD/$file" >>"$lists/vulkan" ;;
        GF) printf '%s\n' "$PWD/$file" >>"$lists/amdgpu" ;;
        PP) printf '%s\n' "$PWD/$file" >>"$lists/power" ;;
        *) printf '%s\n' "$PWD/$file" >>"$lists/opencl" ;;
    esac
done < <(grep -rlZ --include='*.litmus' '^Expect=' examples tests/golden | sort -z | tr '\0' '\n')

failed=0
check() {
    "$CLMM" check --quiet --jobs 2 --model "$1" "@$2" || { printf 'under %s: exit %d\n' "$1" $?; failed=1; }
}
for model in opencl-2.0 opencl-3.0 opencl-3.1 opencl-scoped; do check "$model" "$lists/opencl"; done
# The models among the examples, on the examples that speak of them.
for model in examples/*.cat; do
    grep -lE "^Expect=.*\b$(basename "$model" .cat):" examples/*.litmus | sed "s,^,$PWD/," >"$lists/own"
    [[ -s $lists/own ]] || { printf '%s: no example speaks of it\n' "$model"; failed=1; }
    check "$model" "$lists/own"
done
for model in c11 rc11; do check "$model" "$lists/c"; done
check x86-tso "$lists/x86"
check armv8 "$lists/aarch64"
for model in ptx-6.0 ptx-7.5; do check "$model" "$lists/ptx"; done
check rvwmo "$lists/riscv"
check vulkan "$lists/vulkan"
check power "$lists/power"
check amdgpu "$lists/amdgpu"

wc -l "$lists"/*
exit "$failed"
