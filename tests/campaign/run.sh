#!/usr/bin/env bash
# Runs campaign.py with a Python that has SQLite; exit code 77 without one.
set -euo pipefail

python3 -c 'import sqlite3' 2>/dev/null || { printf 'skipped: no python3 with sqlite3\n'; exit 77; }
exec python3 "$(dirname "${BASH_SOURCE[0]}")/campaign.py" "$@"
