#!/usr/bin/env bash
# No folder of sources has more than forty files, those below it apart: what belongs together has a
# folder of its own. (What tests read, litmus tests and expected output, is counted nowhere.)
set -euo pipefail

found=$(find . \( -path ./build -o -path ./.git \) -prune -o -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.sh' \
    -o -name '*.cmake' -o -name '*.cat' -o -name '*.py' \) -printf '%h\n' | sort | uniq -c | awk '$1 > 40')
[[ -z $found ]] || { printf 'files, folder:\n%s\n' "$found"; exit 1; }
