#!/usr/bin/env bash
# The table "The same suite under the text" of docs/conformance.md lists every published OpenCL test
# whose verdict or race under a model of the text differs from that under opencl-scoped, with what
# clmm says now. `conformance.sh --table` prints those columns. $CLMM_CORPUS is the folder of the
# suites; without it the test is skipped.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
CLMM=${CLMM:-$PWD/build/release/bin/clmm}
CORPUS=${CLMM_CORPUS:-$PWD/../shared/corpus}/opencl
[[ -d $CORPUS ]] || { printf 'skipped: no suite at %s\n' "$CORPUS"; exit 77; }

# test, model, answer; a test that is an error is `rejected`.
answers() {
    (cd "$CORPUS" && "$CLMM" check . --model "$1" --json --witness never --jobs 2 2>/dev/null || true) |
        awk -v model="$1" '
            /^    [{]/ { verdict = "rejected"; racy = "" }
            /^      "(file|verdict|racy)":/ {
                gsub(/[",]/, "")
                if ($1 == "file:") { file = $2; sub(/^\.\//, "", file); sub(/\.litmus$/, "", file) }
                if ($1 == "verdict:" && $2 != "null") verdict = $2
                if ($1 == "racy:" && $2 == "true") racy = ", racy"
            }
            /^    [}]/ { print file "\t" model "\t" verdict racy }'
}

table() {
    local model
    for model in opencl-scoped opencl-2.0 opencl-3.0 opencl-3.1; do answers "$model"; done |
        awk -F'\t' '
            { tests[$1]; answer[$1, $2] = $3 }
            END {
                for (test in tests) {
                    row = "| `" test "` | " answer[test, "opencl-scoped"]
                    differs = 0
                    for (revision = 0; revision < 3; ++revision) {
                        said = answer[test, "opencl-" substr("2.03.03.1", revision * 3 + 1, 3)]
                        row = row " | " said
                        if (said != answer[test, "opencl-scoped"]) differs = 1
                    }
                    if (differs) print row
                }
            }' | LC_ALL=C sort
}

if [[ ${1:-} == --table ]]; then table; exit; fi
documented=$(sed -n '/<!-- readings -->/,/<!-- end -->/p' docs/conformance.md | grep '^| `' |
    cut -d'|' -f1-6 | sed 's/ *$//' | LC_ALL=C sort)
diff -u --label docs/conformance.md --label 'clmm now' <(printf '%s\n' "$documented") <(table) ||
    { printf 'see tests/docs/conformance.sh --table\n'; exit 1; }
