#!/usr/bin/env bash
# What the explicit engine declines is what docs/performance.md lists, of the tests about values that nothing fixes.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
topics=(divergence group-functions language switches thin-air unspecified)
failed=0

python3 bench/declines/declines.py "${topics[@]/#/tests/golden/}" examples >"${TMPDIR:-/tmp}/declines.$$"
trap 'rm -f "${TMPDIR:-/tmp}/declines.$$"' EXIT
mapfile -t declined < <(sed -n 's/^ \{9\}//p' "${TMPDIR:-/tmp}/declines.$$")
for test in "${declined[@]}"; do
    grep -qF "    $test" docs/performance.md || { printf '%s is declined, and not listed\n' "$test"; failed=1; }
done
while read -r test; do
    [[ " ${declined[*]} " == *" $test "* ]] || { printf '%s is listed, and not declined\n' "$test"; failed=1; }
done < <(grep -oE "^ +(tests/golden/($(IFS='|'; echo "${topics[*]}"))|examples)/[^ ]+\.litmus$" docs/performance.md)
printf '%d tests declined, as listed\n' "${#declined[@]}"
exit $failed
