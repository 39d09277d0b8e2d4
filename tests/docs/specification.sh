#!/usr/bin/env bash
# The records of docs/traceability are the sentences of the specification's ordering chapters: each
# once, in order, and nothing else. $CLMM_SPECIFICATION is the source text of the chapter "The
# OpenCL Architecture"; without it the test is skipped.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
TEXT=${CLMM_SPECIFICATION:-../shared/spec/003_15cdaefdf5963bbd.txt}
[[ -f $TEXT ]] || { printf 'skipped: no specification at %s\n' "$TEXT"; exit 77; }

sentences() { awk -v first="$1" -v past="$2" -f docs/traceability/sentences.awk "$TEXT"; }

{
    sentences 'Execution of kernel-instances' 'Categories of Kernels'
    sentences 'Memory Consistency Model for OpenCL 2.x' 'The OpenCL Framework'
} | awk -F'\t' '
    NR == FNR { section[NR] = $1; opens[NR] = $3; where[NR] = $1 ", sentence " $2; records = NR; next }
    {
        n = FNR
        if (n > records) { print "no record: " $1 ": " substr($2, 1, 60); bad = 1; exit 1 }
        if (section[n] == $1 && index($2, opens[n]) == 1) next
        print where[n] " is \"" opens[n] "\" in the records,"
        print "and in the text (" $1 ") \"" substr($2, 1, 60) " …\""
        bad = 1
        exit 1
    }
    END {
        if (!bad && n < records) { print "not in the text: " where[n + 1] ": " opens[n + 1]; bad = 1 }
        if (!bad) print n " sentences"
        exit bad
    }' <(docs/traceability/reference records) -
