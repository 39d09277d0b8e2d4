#!/usr/bin/env bash
# docs/runtime-conformance.md is what docs/runtime-conformance/table makes of its records; the tests
# that they name exist; and they are the sentences of the chapter, each once and in order.
# $CLMM_SPECIFICATION is the source text; without it that last part is left out.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
TABLE=docs/runtime-conformance/table
TEXT=${CLMM_SPECIFICATION:-../shared/spec/003_15cdaefdf5963bbd.txt}
failed=0

$TABLE problems || failed=1
diff -u --label docs/runtime-conformance.md --label now docs/runtime-conformance.md <($TABLE page) ||
    { printf 'run docs/runtime-conformance/table page >docs/runtime-conformance.md\n'; failed=1; }

if [[ -f $TEXT ]]; then
    awk -v first='Execution Model' -v past='Memory Model' -f docs/traceability/sentences.awk "$TEXT" |
        awk -F'\t' '
            NR == FNR { section[NR] = $1; opens[NR] = $2; records = NR; next }
            section[FNR] != $1 || index($2, opens[FNR]) != 1 {
                print "record " FNR " is \"" opens[FNR] "\", but the text has \"" substr($2, 1, 60) " …\""
                bad = 1
                exit
            }
            { read = FNR }
            END {
                if (!bad && read != records) { print records " records, " read " sentences"; bad = 1 }
                exit bad
            }' <($TABLE sentences) - || failed=1
fi
exit "$failed"
