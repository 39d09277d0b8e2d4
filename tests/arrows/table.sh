#!/usr/bin/env bash
# table.sh ROW...: a row is a folder and those it sees. The table of rooms in docs/architecture.md
# has the same folders, each with a header to start at that is there, and no folder sees one that
# stands below it: so there is no circle.
set -euo pipefail

failures=0
fail() {
    printf '%s\n' "$*"
    failures=$((failures + 1))
}

declare -A place=()
count=0
while IFS='|' read -r _ folder _ _ start _; do
    folder=$(tr -d ' `' <<<"$folder")
    place[$folder]=$((++count))
    header=$(grep -oP '`\K[^`]+(?=`)' <<<"$start" | head -1)
    [[ -n $(find "$folder" -path "*/$header" -print -quit) ]] || fail "$folder: there is no $header to start reading at"
done < <(sed -n '/^| folder | namespace |/,/^$/p' docs/architecture.md | tail -n +3 | grep '^|')
[[ $count -gt 10 ]] || fail "docs/architecture.md has no table of folders"

declare -A known=()
for row in "$@"; do
    read -ra parts <<<"$row"
    known[${parts[0]}]=1
    [[ -n ${place[${parts[0]}]-} ]] || { fail "${parts[0]} is not in the table"; continue; }
    for seen in "${parts[@]:1}"; do
        [[ -n ${place[$seen]-} ]] || { fail "$seen is not in the table"; continue; }
        [[ ${place[$seen]} -lt ${place[${parts[0]}]} ]] || fail "${parts[0]} sees $seen, which stands below it"
    done
done
for folder in "${!place[@]}"; do
    # What this build leaves out has no target.
    [[ -n ${known[$folder]-} || $folder == solver ]] || fail "the table has $folder, whose arrows are not checked"
done
exit $((failures > 0))
