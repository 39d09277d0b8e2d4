#!/usr/bin/env bash
# without.sh FEATURE...: what needs one of these, which the program was built without, is an error that
# says so. $CLMM is the program.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
test=examples/message-passing.litmus
printf '#define N 1\nkernel void k(global int* x) { x[0] = N; }\n' >"$scratch/macro.cl"

# The command that needs a feature, and the library's name.
declare -A NEEDS=(
    [Z3]="check $test --engine smt"
    [GRAPHVIZ]="graph $test --format svg --output $scratch"
    [WAVE]="check $scratch/macro.cl --global 1 --arg x[1]"
    [SQLITE]="run $test --database $scratch/campaign.db"
    [OPENCL]="run $test --device opencl"
)
declare -A NAMES=([Z3]=Z3 [GRAPHVIZ]=Graphviz [WAVE]=Boost.Wave [SQLITE]=SQLite [OPENCL]=OpenCL)

failed=0
version=$("$CLMM" version)
for feature in "$@"; do
    code=0
    # shellcheck disable=SC2086
    said=$("$CLMM" ${NEEDS[$feature]} 2>&1 >/dev/null) || code=$?
    name=${NAMES[$feature]}
    if [[ $code -ne 2 || $said != *E-BUILT-WITHOUT* || $said != *"$name"* || $said != *"-DCLMM_WITH_$feature=ON"* ]]; then
        failed=1
        printf 'clmm %s\nexit %d: %s\n' "${NEEDS[$feature]}" "$code" "$said"
    fi
    [[ $version == *"$name"* ]] || { failed=1; printf 'clmm version does not say that %s is missing\n' "$name"; }
done
exit "$failed"
