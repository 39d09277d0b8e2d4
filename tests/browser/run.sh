#!/usr/bin/env bash
# run.sh PAGE [ARGS...]: runs PAGE_test.py with a Python that has selenium; exit code 77 where one of the
# Debian packages python3-selenium, chromium and chromium-driver is missing, or the playground is not built.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."

skip() { printf 'skipped: %s\n' "$*"; exit 77; }

page=$1
shift
[[ $page != playground || -f build/playground/playground.html ]] || skip "./dev playground has not been called"
command -v chromium >/dev/null || skip "there is no chromium"
command -v chromedriver >/dev/null || skip "there is no chromedriver (chromium-driver)"
for python in /usr/bin/python3 python3; do
    if "$python" -c 'import selenium' 2>/dev/null; then
        exec "$python" "tests/browser/${page}_test.py" "$@"
    fi
done
skip "no python3 has selenium (python3-selenium)"
