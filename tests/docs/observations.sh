#!/usr/bin/env bash
# The tables of docs/observations say what its data say, and the tests that it is about are readable.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
python3 docs/observations/tables.py --check
"$CLMM" check docs/observations/tests --quiet
[[ $(find docs/observations/tests -name '*.litmus' | wc -l) -eq 154 ]]
"$CLMM" check docs/observations/ptx --quiet
[[ $(find docs/observations/ptx -name '*.litmus' | wc -l) -eq 136 ]]
