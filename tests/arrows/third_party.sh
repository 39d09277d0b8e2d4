#!/usr/bin/env bash
# Headers of third parties lie where every compiler looks, so only the text can tell who includes
# them: ANTLR is private to parser, Z3 to solver, Boost to litmus, JSON to report, hardware, lsp and playground, SQLite to hardware,
# cgraph to report, CLI11 to cli; OpenCL's to hardware's opencl and tests/pocl, pybind11 to python. Nor may an include climb out of its
# folder.
set -euo pipefail

failures=0

# only PATTERN FOLDER...: the pattern of an include may occur in these folders alone.
only() {
    local pattern=$1 file allowed
    shift
    while IFS= read -r file; do
        for allowed in "$@"; do
            [[ $file != "$allowed"/* ]] || continue 2
        done
        printf '%s includes %s\n' "$file" "$pattern"
        failures=$((failures + 1))
    done < <(grep -rlE --include='*.h' --include='*.cpp' "^ *# *include *[<\"]$pattern" \
        base parser language litmus targets model solver explorer engines enumerator runtime-exec report inputs lsp cli python playground || true)
}

only 'antlr4' parser/src
only 'z3' solver/src
only 'boost/' litmus/src
only 'nlohmann/' report/src runtime-exec/hardware/src lsp/src playground/src
only 'sqlite3' runtime-exec/hardware/src
only '(graphviz/|cgraph|gvc)' report/src
only 'CLI/' cli/src
only 'pybind11/' python/src
only 'CL/' runtime-exec/hardware/src/opencl
only '\.\./'
exit $((failures > 0))
