#!/usr/bin/env bash
# What docs/lowering-mutants.md says of one mapping is decided again.
set -euo pipefail
exec python3 "$(dirname "${BASH_SOURCE[0]}")/../../bench/lowering/mutants.py" check
