#!/usr/bin/env bash
# check.sh COMPILER INCLUDE-DIRECTORIES VISIBLE HIDDEN, the last three with ';' between items.
# With the include directories of one folder's target, the public headers of each VISIBLE folder
# must be found, and those of each HIDDEN folder must not: the compiler has to say that there is
# no such file.
set -euo pipefail

compiler=$1
IFS=';' read -ra directories <<<"$2"
IFS=';' read -ra visible <<<"$3"
IFS=';' read -ra hidden <<<"$4"
flags=()
for directory in "${directories[@]}"; do
    [[ -z $directory ]] || flags+=(-I "$directory")
done
failures=0

fail() {
    printf '%s\n' "$*"
    failures=$((failures + 1))
}

# What the compiler says about including a header; empty if all is well.
diagnosis() {
    printf '#include "%s"\n' "$1" |
        LC_ALL=C "$compiler" -std=c++20 -E -x c++ "${flags[@]}" -o /dev/null - 2>&1 || true
}

headers_of() {
    local headers=("$1"/include/clmm/*/*.h)
    [[ -e ${headers[0]} ]] || fail "$1 has no public header to try"
    printf '%s\n' "${headers[@]#"$1"/include/}"
}

for folder in "${visible[@]}"; do
    [[ $folder ]] || continue
    for header in $(headers_of "$folder"); do
        said=$(diagnosis "$header")
        [[ -z $said ]] || fail "$header should be found, but: $said"
    done
done

for folder in "${hidden[@]}"; do
    [[ $folder ]] || continue
    for header in $(headers_of "$folder"); do
        said=$(diagnosis "$header")
        [[ $said == *"$header: No such file or directory"* || $said == *"'$header' file not found"* ]] ||
            fail "$header should not be found, but: ${said:-it is}"
    done
done

exit $((failures > 0))
