#!/usr/bin/env bash
# What clmm writes as JSON and SARIF is as docs/json-schema says; see schemas.py.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
python3 -c 'import jsonschema' 2>/dev/null ||
    { printf 'skipped: no Python module jsonschema (Debian: python3-jsonschema)\n'; exit 77; }
CLMM=${CLMM:-$PWD/build/release/bin/clmm} exec python3 tests/docs/schemas.py
