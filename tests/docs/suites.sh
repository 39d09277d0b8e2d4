#!/usr/bin/env bash
# docs/suites.md is what its command prints.
set -euo pipefail
exec python3 "$(dirname "${BASH_SOURCE[0]}")/../../docs/suites/table.py" check
