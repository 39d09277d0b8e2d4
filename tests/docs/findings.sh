#!/usr/bin/env bash
# The table of docs/findings.md: of sixteen pairs of scopes, under how many a kernel is verified.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
CLMM=${CLMM:-$PWD/build/release/bin/clmm}
scopes='sub_group work_group device all_svm_devices'
wrong=0

verified() {
    local model=$1 kernel=$2 count=0 giver taker status
    for giver in $scopes; do
        for taker in $scopes; do
            status=0
            "$CLMM" check examples/kernels/inclusive_scopes.cl --kernel "$kernel" --global 2 --local 2 --model "$model" \
                --args 'data[1] counter[1] taken[1]' "-DGIVER=memory_scope_$giver" "-DTAKER=memory_scope_$taker" \
                --property race-free --quiet >/dev/null || status=$?
            case $status in
                0) count=$((count + 1)) ;;
                1) ;;
                *) printf 'findings: %s, %s, %s: exit code %s\n' "$kernel" "$giver" "$taker" "$status" >&2; exit 1 ;;
            esac
        done
    done
    printf '%s' "$count"
}

while IFS='|' read -r _ kernel old new _; do
    [[ $kernel =~ \`(by_[a-z_]+)\` ]] || continue
    kernel=${BASH_REMATCH[1]}
    for column in "opencl-3.0 $old" "opencl-3.1 $new"; do
        read -r model shown _ <<<"$column"
        found=$(verified "$model" "$kernel")
        [[ $found == "${shown%%[!0-9]*}" ]] || { printf 'findings: %s, %s: %s, not %s\n' "$kernel" "$model" "$found" "$shown"; wrong=1; }
        rows=$((${rows-0} + 1))
    done
done <docs/findings.md
[[ ${rows-0} -eq 6 ]] || { printf 'findings: %s cells\n' "${rows-0}"; wrong=1; }
exit "$wrong"
