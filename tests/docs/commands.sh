#!/usr/bin/env bash
# Runs every command that the README, docs/*.md and docs/tutorial/*.md show, in the project's folder.
#
#   commands.sh [FILE.md...]
#
# A command is a line `$ clmm …` or `$ ./dev run …` in a ```sh block or in an indented one. What
# follows it up to the next command is its output (both streams), and must be what the program
# prints; a line `…` stands for any number of lines. Without output shown, only the exit code
# counts: 0, or N where the command ends in `# exit N`.
# A ```sh block after a line `<!-- not run: REASON -->` is left alone.
set -uo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
CLMM=${CLMM:-$PWD/build/release/bin/clmm}
LC_ALL=C.UTF-8
failures=0
commands=0

clmm() { "$CLMM" "$@"; }

# What searches of another version, or of other tests, have left is not gone on with.
grep -ohE -e '--state build/[^ ]+' README.md docs/*.md docs/tutorial/*.md | sed 's/--state //' | xargs -r rm -f

# The pieces of $1 between lines `…` occur in $2 in this order, the first at its beginning and the
# last at its end.
matches() {
    local rest=$2 piece='' first=yes line
    while IFS= read -r line; do
        if [[ $line != '…' ]]; then piece+=$line$'\n'; continue; fi
        if [[ -n $first ]]; then
            [[ $rest == "$piece"* ]] || return 1
        else
            [[ $rest == *"$piece"* ]] || return 1
        fi
        rest=${rest#*"$piece"}
        piece='' first=
    done <<<"$1"
    if [[ -n $first ]]; then [[ $rest == "$piece" ]]; else [[ $rest == *"$piece" ]]; fi
}

# run WHERE COMMAND EXPECTED-OUTPUT
run() {
    local where=$1 command=$2 expected=$3 output status=0 wanted=0
    [[ $command =~ \#\ exit\ ([0-9]+)$ ]] && wanted=${BASH_REMATCH[1]}
    [[ $command != './dev run '* ]] || command="clmm ${command#./dev run }"
    output=$(eval "$command" 2>&1 </dev/null) || status=$?
    commands=$((commands + 1))
    if [[ $status -ne $wanted ]]; then
        printf '%s: exit code %d, not %d: %s\n%s\n' "$where" "$status" "$wanted" "$command" "$output"
        failures=$((failures + 1))
    elif [[ -n $expected ]] && ! matches "${expected%$'\n'}" "$output"$'\n'; then
        printf '%s: the output of this command is another one: %s\n' "$where" "$command"
        diff -u --label shown --label now <(printf '%s' "$expected") <(printf '%s\n' "$output")
        failures=$((failures + 1))
    fi
}

# check_file FILE: finds the commands of a file and runs them.
check_file() {
    local file=$1 line number=0 fence='' skip='' command='' expected='' where='' text found=
    finish() {
        [[ -z $command ]] || run "$where" "$command" "$expected"
        command='' expected=''
    }
    while IFS= read -r line <&3 || [[ -n $line ]]; do
        number=$((number + 1))
        if [[ -n $fence ]]; then
            if [[ $line == '```' ]]; then
                finish
                [[ $fence != sh || -n $found || -n $skip ]] ||
                    { printf '%s:%d: a block without commands\n' "$file" "$number"; failures=$((failures + 1)); }
                fence='' skip=''
                continue
            fi
            [[ $fence == sh && -z $skip ]] || continue
            text=$line
        elif [[ $line == '```'* ]]; then
            finish
            fence=${line#'```'} found=
            fence=${fence:-other}
            continue
        elif [[ $line == '    '* ]]; then
            text=${line#'    '}
            [[ $text == '$ '* || -n $command ]] || continue
        else
            finish
            [[ -z ${line// } ]] || skip=
            [[ $line != '<!-- not run: '* ]] || skip=yes
            continue
        fi
        if [[ $text == '$ clmm '* || $text == '$ ./dev run '* ]]; then
            finish
            command=${text#'$ '} where=$file:$number found=yes
        elif [[ $text == '$ '* ]]; then
            finish
            printf '%s:%d: neither clmm nor ./dev run: %s\n' "$file" "$number" "$text"
            failures=$((failures + 1))
        elif [[ -n $command ]]; then
            expected+=$text$'\n'
        fi
    done 3<"$file"
    finish
}

[[ -x $CLMM ]] || { printf '%s is missing\n' "$CLMM" >&2; exit 2; }
[[ $# -gt 0 ]] || set -- README.md docs/*.md docs/tutorial/*.md
for file in "$@"; do check_file "$file"; done
printf '%d commands, %d failures\n' "$commands" "$failures"
[[ $failures -eq 0 && $commands -gt 0 ]]
