#!/usr/bin/env bash
# check.sh COMPILER FOLDER INCLUDE-DIRECTORIES VISIBLE INNER HIDDEN, the last four with ';' between
# items, the last three with their name as the first item. With the include directories of FOLDER's
# target, its own headers and the public ones of each VISIBLE folder must be found, and inner/ of
# each INNER one be among the directories; public headers of each HIDDEN folder must not be found.
# What a folder keeps to itself must not be in the include directories of another one.
set -euo pipefail

compiler=$1
folder=$2
IFS=';' read -ra directories <<<"$3"
IFS=';' read -ra visible <<<"${4#visible;}"
IFS=';' read -ra inner <<<"${5#inner;}"
IFS=';' read -ra hidden <<<"${6#hidden;}"
flags=()
for directory in "${directories[@]}"; do
    [[ -z $directory ]] || flags+=(-I "$directory")
done
failures=0
trial=$(mktemp)
trap 'rm -f "$trial"' EXIT

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

for part in include inner; do
    [[ ! -d $folder/$part ]] || must_be_found "$folder/$part"
done
for other in "${visible[@]}"; do
    [[ $other == visible ]] || must_be_found "$other/include"
done
for other in "${inner[@]}"; do
    [[ $other == inner || " ${directories[*]} " == *" $PWD/$other/inner "* ]] ||
        fail "$folder does not see $other/inner"
done

# One text for all that must not be found: where the compiler sees a header, it says so.
for other in "${hidden[@]}"; do
    [[ $other == hidden ]] || headers_of "$other/include"
done | while IFS= read -r header; do
    printf '#if __has_include("%s")\n#error %s should not be found\n#endif\n' "$header" "$header"
done >"$trial"
said=$(LC_ALL=C "$compiler" -std=c++20 -E -x c++ "${flags[@]}" -o /dev/null "$trial" 2>&1) || fail "$said"

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
