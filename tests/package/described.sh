#!/usr/bin/env bash
# described.sh: what clmm says of its own command line: completion for three shells, and manual pages. Every option of each
# command's help is in them; bash completes; the other shells, and man, take the text where they are installed.
set -uo pipefail

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
fail() { printf '%s\n' "$*"; failures=$((failures + 1)); }

for shell in bash zsh fish; do
    "$CLMM" completion "$shell" >"$scratch/$shell" || fail "completion $shell: exit $?"
    if command -v "$shell" >/dev/null; then
        "$shell" -n "$scratch/$shell" 2>"$scratch/said" && [[ ! -s $scratch/said ]] ||
            fail "$shell does not take its completion: $(cat "$scratch/said")"
    fi
done

commands=$("$CLMM" --help | sed -n '/^Subcommands:/,/^$/p' | awk '/^  [a-z]/ { print $1 }')
[[ $(wc -w <<<"$commands") -gt 15 ]] || fail "these are not all commands: $commands"
for command in $commands; do
    "$CLMM" manual "$command" >"$scratch/page" || fail "manual $command: exit $?"
    zsh=$(sed -n "/^        $command) _arguments/,/;;$/p" "$scratch/zsh")
    plain=$(sed 's/\\-/-/g; s/\\f[BIR]//g' "$scratch/page")
    for option in $("$CLMM" "$command" --help | grep -oE '^  (-[a-zA-Z],)?--[a-z_-]+' | grep -oE -- '--[a-z_-]+'); do
        grep -qF -- "$option" <<<"$plain" || fail "manual $command lacks $option"
        grep -qE -- "^ +$command\) words=.*[ ']$option[ ']" "$scratch/bash" || fail "bash: $command lacks $option"
        grep -qE -- "__fish_seen_subcommand_from $command'.* -l ${option#--}( |$)" "$scratch/fish" || fail "fish: $command lacks $option"
        grep -qF -- "'*$option[" <<<"$zsh" || fail "zsh: $command lacks $option"
    done
    if command -v man >/dev/null; then
        said=$(LC_ALL=C.UTF-8 MANROFFSEQ='' man --warnings -E UTF-8 -l -Tutf8 -Z "$scratch/page" 2>&1 >/dev/null)
        [[ -z $said ]] || fail "man $command: $said"
    fi
done
"$CLMM" manual >"$scratch/page" || fail 'manual'
grep -q '^\.TH CLMM 1 ' "$scratch/page" || fail 'the page has no title'
"$CLMM" manual no-such 2>"$scratch/said"
[[ $? -eq 2 && $(cat "$scratch/said") == *"'no-such' is no command"* ]] || fail 'a page of no command'
"$CLMM" completion tcsh >/dev/null 2>&1
[[ $? -eq 2 ]] || fail 'completion of another shell'

# completes WORDS... : what bash offers for the last word.
completes() {
    bash -c '
        source "$1"
        compopt() { COMPREPLY+=("<$2>"); }
        shift
        COMP_WORDS=(clmm "$@") COMP_CWORD=$#
        _clmm
        printf "%s " "${COMPREPLY[@]}"' bash "$scratch/bash" "$@"
}
wants() {
    local wanted=$1 got
    shift
    got=$(completes "$@")
    [[ " $got" == *" $wanted "* ]] || fail "clmm $*: offers '$got', not $wanted"
}
wants check che
wants 'light dark' graph --theme ''
wants --select graph --sel
wants '<default>' check --expected ''
wants '<default>' check exam
[[ -z $(completes check --kernel '' | tr -d ' ') ]] || fail 'a name is nothing to complete'
exit $((failures > 0))
