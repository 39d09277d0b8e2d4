#!/usr/bin/env bash
# check.sh COMPILER FOLDER INCLUDE-DIRECTORIES VISIBLE INNER HIDDEN, the last four with ';' between
# items. With the include directories of FOLDER's target, the public headers of FOLDER itself and of
# each VISIBLE folder must be found, and those in inner/ of each INNER one; those of each HIDDEN
# folder must not: the compiler has to say that there is no such file. What a folder keeps to itself
# must not even be in the include directories.
set -euo pipefail

compiler=$1
folder=$2
IFS=';' read -ra directories <<<"$3"
IFS=';' read -ra visible <<<"$4"
IFS=';' read -ra inner <<<"$5"
IFS=';' read -ra hidden <<<"$6"
flags=()
for directory in "${directories[@]}"; do
    [[ -z $directory ]] || flags+=(-I "$directory")
done
failures=0

fail() {
    printf '%s\n' "$*"
    failures=$((failures + 1))
}

# What the compiler says about including headers; empty if all is well.
diagnosis() {
    printf '#include "%s"\n' "$@" |
        LC_ALL=C "$compiler" -std=c++20 -E -x c++ "${flags[@]}" -o /dev/null - 2>&1 || true
}

# The headers below a directory, as others write them.
headers_of() {
    [[ ! -d $1 ]] || (cd "$1" && find . -name '*.h' -printf '%P\n' | sort)
}

must_be_found() {
    local headers said
    mapfile -t headers < <(headers_of "$1")
    [[ ${#headers[@]} -gt 0 ]] || { fail "$1 has no header to try"; return; }
    said=$(diagnosis "${headers[@]}")
    [[ -z $said ]] || fail "headers of $1 should be found, but: $said"
}

[[ ! -d $folder/include ]] || must_be_found "$folder/include"
for other in "${visible[@]}"; do
    [[ -z $other ]] || must_be_found "$other/include"
done
for other in "${inner[@]}"; do
    [[ -z $other ]] || must_be_found "$other/inner"
done

for other in "${hidden[@]}"; do
    [[ $other ]] || continue
    for header in $(headers_of "$other/include"); do
        said=$(diagnosis "$header")
        [[ $said == *"$header: No such file or directory"* || $said == *"'$header' file not found"* ]] ||
            fail "$header should not be found, but: ${said:-it is}"
    done
done

# Of other folders' directories of headers, only those that are meant to be seen.
is_seen() {
    local other
    [[ $1 != "$folder"/* ]] || return 0
    for other in "${visible[@]}"; do
        [[ $1 != "$other/include" ]] || return 0
    done
    for other in "${inner[@]}"; do
        [[ $1 != "$other/inner" ]] || return 0
    done
    return 1
}
for directory in "${directories[@]}"; do
    place=${directory#"$PWD/"}
    [[ $place == */src || $place == */inner || $place == */include ]] || continue
    [[ $place == /* || $place == build/* ]] || is_seen "$place" ||
        fail "$folder should not see $place"
done

exit $((failures > 0))
