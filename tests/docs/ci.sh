#!/usr/bin/env bash
# What docs/ci.md offers to others: the script of the action, the hook, and the files that are written
# for other programs, on tests that pass, fail, are rejected, and give a warning.
set -uo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export CLMM=${CLMM:-$PWD/build/release/bin/clmm}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export SARIF=$scratch/s.sarif JUNIT=$scratch/j.xml
failed=0
complain() { printf '%s\n' "$*"; failed=1; }

passes=examples/message-passing.litmus
fails=tests/golden/diagnostics/expect-not-met.litmus
rejected=tests/golden/undefined/error.unknown-kind.litmus
warns=tests/golden/structs/parameter.litmus

# expect CODE WHAT COMMAND…
expect() {
    local wanted=$1 what=$2 code=0
    shift 2
    "$@" >"$scratch/out" 2>"$scratch/err" || code=$?
    [[ $code -eq $wanted ]] || complain "$what: exit code $code, not $wanted" "$(cat "$scratch/err")"
}

# cases NAME:ELEMENT…  what JUnit's file has, in order
cases() {
    python3 - "$JUNIT" "$@" <<'PYTHON' || complain "JUnit: not as wanted: $*"
import sys, xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1]).getroot()
found = [f"{case.get('name')}:{case[0].tag if len(case) else 'ok'}" for case in suite]
count = {each: sum(one.endswith(":" + each) for one in found) for each in ("failure", "error")}
assert found == sys.argv[2:], found
assert int(suite.get("tests")) == len(found)
assert int(suite.get("failures")) == count["failure"] and int(suite.get("errors")) == count["error"]
assert all(case[0].get("message") and case[0].text for case in suite if len(case))
PYTHON
}

TESTS=$passes expect 0 "the action" .ci/check
cases "$passes:ok"
python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))["version"] == "2.1.0"' "$SARIF" || complain "SARIF"
TESTS="$passes $fails" expect 1 "the action, a failure" .ci/check
cases "$passes:ok" "$fails:failure"
TESTS="$passes $rejected" expect 2 "the action, an error" .ci/check
cases "$passes:ok" "$rejected:error"
TESTS=$warns ARGUMENTS= expect 0 "a warning" .ci/check
TESTS=$warns ARGUMENTS=--werror expect 2 "a warning as an error" .ci/check
cases "$warns:error"
grep -q 'error: .*W-PARAMETER' "$scratch/err" || complain "--werror: the warning is not called an error"

# The hook: its entry, with the files behind.
entry=$(sed -n 's/^  entry: clmm //p' .pre-commit-hooks.yaml)
read -r -a words <<<"$entry"
expect 0 "the hook" "$CLMM" "${words[@]}" "$passes"
expect 1 "the hook, a failure" "$CLMM" "${words[@]}" "$passes" "$fails"
grep -q '.ci/check' action.yml || complain "action.yml does not run .ci/check"

# The standard input by a name.
expect 1 "--stdin-filename" "$CLMM" check - --quiet --stdin-filename dir/name.litmus <"$fails"
grep -q '^dir/name.litmus:2:' "$scratch/err" || complain "--stdin-filename: not in messages"
expect 0 "--stdin-filename of a kernel" "$CLMM" check - --stdin-filename k.cl --global 2 --local 1 \
    --args 'next[1] serving[1] counter[1]' <examples/kernels/ticket_lock.cl
expect 2 "a kernel without the name" "$CLMM" check - --global 2 --local 1 <examples/kernels/ticket_lock.cl

# A position where something is missing is a position all the same.
printf 'OPENCL missing\n{ [x]=0; }\nP0@wg 0, dev 0 (global int* x) { *x = 1 }\n' >"$scratch/missing.litmus"
expect 2 "a missing ;" "$CLMM" check "$scratch/missing.litmus" --json
python3 - "$scratch/out" <<'PYTHON' || complain "--json: no position of a missing ';'"
import json, sys
places = [each["at"] for result in json.load(open(sys.argv[1]))["results"] for each in result["diagnostics"]]
assert places and all(place and place["line"] == 3 for place in places), places
PYTHON

exit "$failed"
