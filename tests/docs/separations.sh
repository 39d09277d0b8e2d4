#!/usr/bin/env bash
# docs/separations.md is what its command prints.
set -euo pipefail
exec python3 "$(dirname "${BASH_SOURCE[0]}")/../../docs/separations/table.py" check
