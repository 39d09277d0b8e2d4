#!/usr/bin/env bash
# docs/tutorial: the lessons are in order; each has a test, a picture, words of the specification, and
# an exercise that its answer alone solves; the texts and pictures in the lessons are those of the
# files and of clmm now. What the commands print is checked by commands.sh.
#
#   tutorial.sh            check, and check that mistakes planted in a copy are found
#   tutorial.sh --update   write the pictures
#
# The conventions: lesson NN is docs/tutorial/NN-NAME.md. A command `… -o build/NN-PICTURE.svg` in it
# draws docs/images/tutorial/NN-PICTURE.svg. A block whose first line is `OPENCL NAME` is the file
# examples/tutorial/NAME.litmus, one that begins with `"NAME"` is examples/tutorial/NN-NAME.cat.
# A quotation (`> …`) is the specification's; `…` stands for what is left out. The source text of its
# chapter is $CLMM_SPECIFICATION; without it, quotations are not compared.
set -uo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
export CLMM=${CLMM:-$ROOT/build/release/bin/clmm}
TEXT=${CLMM_SPECIFICATION:-$ROOT/../shared/spec/003_15cdaefdf5963bbd.txt}
export LC_ALL=C.UTF-8
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tree=$ROOT   # the tree that is being checked

problems=0
complain() { printf '%s\n' "$*"; problems=$((problems + 1)); }

lessons() { (cd "$tree/docs/tutorial" && ls [0-9][0-9]-*.md); }
title() { sed -n '1s/^# [0-9]*\. //p' "$tree/docs/tutorial/$1"; }

# ---- what a lesson has ----

# check_parts LESSON NUMBER
check_parts() {
    local lesson=$1 n=$2 file=$tree/docs/tutorial/$1 part
    [[ $(sed -n 1p "$file") == "# $((10#$n)). "* ]] || complain "$lesson: the title has another number"
    for part in '## In the specification' '## Exercise' '<details>' '</details>'; do
        grep -qxF -- "$part" "$file" || complain "$lesson: no '$part'"
    done
    grep -q '^> ' "$file" || complain "$lesson: no words of the specification"
    grep -qE '^\$ clmm check examples/[a-z0-9/-]+\.litmus' "$file" || complain "$lesson: no test is run"
    grep -q "^!\[..*\](\.\./images/tutorial/$n-[a-z-]*\.svg)$" "$file" || complain "$lesson: no picture"
    for part in exercise answer; do
        [[ -f $tree/examples/tutorial/$n-$part.litmus ]] || complain "$lesson: no file of the $part"
        grep -qF "examples/tutorial/$n-$part.litmus" "$file" || complain "$lesson: does not name its $part"
    done
    awk '/^<details>/ { inside = 1 } /^<\/details>/ { inside = 0 }
         /^OPENCL .*-answer/ && !inside { exit 1 }' "$file" || complain "$lesson: the answer is not folded"
}

# The lessons are numbered from 1, each links to its neighbours, and the index lists all of them.
check_order() {
    local all lesson i last links
    mapfile -t all < <(lessons)
    for i in "${!all[@]}"; do
        lesson=${all[i]} links=
        [[ $lesson == "$(printf '%02d' $((i + 1)))"-* ]] || complain "$lesson: lesson $((i + 1)) is missing"
        [[ $i -eq 0 ]] || links="Previous: [$(title "${all[i - 1]}")](${all[i - 1]}) · "
        links+='[All lessons](index.md)'
        last=$((${#all[@]} - 1))
        [[ $i -eq $last ]] || links+=" · Next: [$(title "${all[i + 1]}")](${all[i + 1]})"
        [[ $(tail -n 1 "$tree/docs/tutorial/$lesson") == "$links" ]] || complain "$lesson: its last line is not: $links"
        check_parts "$lesson" "${lesson%%-*}"
    done
    [[ ${#all[@]} -ge 1 && ${#all[@]} -le 10 ]] || complain "${#all[@]} lessons"
    diff <(grep -o '^| \[[^|]*)' "$tree/docs/tutorial/index.md") \
        <(for lesson in "${all[@]}"; do printf '| [%d. %s](%s)\n' "$((10#${lesson%%-*}))" "$(title "$lesson")" "$lesson"; done) ||
        complain 'index.md: not the lessons in their order'
}

# ---- texts ----

# A block that shows a test or model is the whole file; every file is named by a lesson of its number.
check_texts() {
    local lesson block first file n
    for lesson in $(lessons); do
        n=${lesson%%-*}
        rm -rf "$scratch/blocks" && mkdir "$scratch/blocks"
        awk -v out="$scratch/blocks/" '
            /^```/ { inside = !inside; ++block; next }
            inside { print > (out block) }' "$tree/docs/tutorial/$lesson"
        for block in "$scratch/blocks"/*; do
            first=$(sed -n 1p "$block")
            case $first in
                'OPENCL '*) file=examples/tutorial/${first#OPENCL }.litmus ;;
                '"'*'"') file=examples/tutorial/$n-$(tr -d '"' <<<"$first").cat ;;
                *) continue ;;
            esac
            diff -u --label "$lesson" --label "$file" "$block" "$tree/$file" || complain "$lesson: not the text of $file"
        done
    done
    for file in "$tree"/examples/tutorial/*; do
        file=${file#"$tree"/}
        n=${file##*/} n=${n%%-*}
        grep -qF "$file" "$tree/docs/tutorial/$n"-*.md || complain "$file: no lesson names it"
    done
}

# The pieces of each quotation, between `…`, are in the specification.
check_quotations() {
    local lesson piece text
    [[ -f $TEXT ]] || { printf 'not compared: no specification at %s\n' "$TEXT"; return; }
    plain() { tr '\n' ' ' | sed -E 's/\{cpp\}/C++/g; s/[*_`]//g; s/ +/ /g'; }
    text=$(plain <"$TEXT")
    for lesson in $(lessons); do
        while IFS= read -r piece; do
            piece=$(plain <<<"$piece" | sed -E 's/^ +//; s/ +$//')
            [[ -z $piece || $text == *"$piece"* ]] || complain "$lesson: not in the specification: $piece"
        done < <(awk '/^> / { all = all " " substr($0, 3); next } all { print all; all = "" }' \
            "$tree/docs/tutorial/$lesson" | sed 's/…/\n/g')
    done
}

# ---- exercises ----

# Both files are as they say themselves. The goal that the lesson names is the answer's, and the
# exercise with that goal fails.
check_exercises() {
    local lesson n exercise answer goal status
    cd "$tree" || return
    for lesson in $(lessons); do
        n=${lesson%%-*}
        exercise=examples/tutorial/$n-exercise.litmus answer=examples/tutorial/$n-answer.litmus
        for file in "$exercise" "$answer"; do
            grep -q '^Expect=' "$file" || complain "$file: no Expect= line"
            "$CLMM" check --quiet "$file" || complain "$file: exit code $?"
        done
        goal=$(grep '^Expect=' "$answer")
        grep -qxF "Goal: \`$goal\`" "docs/tutorial/$lesson" || complain "$lesson: does not name the goal $goal"
        { sed -n 1p "$exercise"; printf '%s\n' "$goal"; sed '1d; /^Expect=/d' "$exercise"; } >"$scratch/exercise.litmus"
        "$CLMM" check --quiet "$scratch/exercise.litmus" >/dev/null 2>&1
        status=$?
        [[ $status -eq 1 ]] || complain "$exercise: exit code $status with the goal $goal, not 1"
    done
}

# ---- pictures ----

# draw FOLDER: every picture that a lesson's command draws.
draw() {
    local lesson command
    cd "$tree" || return
    for lesson in $(lessons); do
        while IFS= read -r command; do
            command=${command#'$ clmm '}
            [[ $command =~ -o\ build/${lesson%%-*}-[a-z-]+\.svg$ ]] ||
                { complain "$lesson: not a picture of this lesson: $command"; continue; }
            (eval '"$CLMM"' "${command/-o build\//-o $1/}" >/dev/null) || complain "$lesson: exit code $?: $command"
        done < <(grep -E '^\$ clmm .* -o build/[^ ]*\.svg' "docs/tutorial/$lesson")
    done
}

check_pictures() {
    local file picture
    rm -rf "$scratch/pictures" && mkdir "$scratch/pictures"
    draw "$scratch/pictures"
    diff -rq "$tree/docs/images/tutorial" "$scratch/pictures" ||
        complain 'docs/images/tutorial: other pictures than clmm draws; see tutorial.sh --update'
    for file in "$tree"/docs/images/tutorial/*; do
        picture=${file##*/}
        grep -qF "](../images/tutorial/$picture)" "$tree/docs/tutorial/${picture%%-*}"-*.md || complain "$picture: no lesson shows it"
    done
    while IFS= read -r picture; do
        [[ -f $tree/docs/tutorial/$picture ]] || complain "no such picture: $picture"
    done < <(grep -ohE '\.\./images/[^)]*' "$tree"/docs/tutorial/*.md)
}

# ---- the check itself ----

copy_lessons() {
    rm -rf "$scratch/copy" && mkdir -p "$scratch/copy/docs/images" "$scratch/copy/examples"
    cp -r "$ROOT/docs/tutorial" "$scratch/copy/docs/"
    cp -r "$ROOT/docs/images/tutorial" "$scratch/copy/docs/images/"
    cp -r "$ROOT"/examples/*.litmus "$ROOT/examples/tutorial" "$scratch/copy/examples/"
}

# must_fail WHAT CHECK: the commands on the standard input plant a mistake in a copy of the lessons,
# which the check must find.
must_fail() {
    local what=$1 before=$problems
    shift
    copy_lessons
    (cd "$scratch/copy" && bash -euo pipefail /dev/stdin) || { complain "cannot plant: $what"; return; }
    diff -rq "$ROOT/docs/tutorial" "$scratch/copy/docs/tutorial" >/dev/null &&
        diff -rq "$ROOT/docs/images/tutorial" "$scratch/copy/docs/images/tutorial" >/dev/null &&
        diff -rq "$ROOT/examples/tutorial" "$scratch/copy/examples/tutorial" >/dev/null &&
        { complain "nothing planted: $what"; return; }
    tree=$scratch/copy
    "$@" >"$scratch/found" 2>&1
    tree=$ROOT
    if [[ $problems -gt $before ]]; then problems=$before; else complain "not found: $what"; fi
}

outputs() { bash "$ROOT/tests/docs/commands.sh" "$tree"/docs/tutorial/01-*.md || complain 'another output'; }

check_controls() {
    copy_lessons
    tree=$scratch/copy
    check_lessons && outputs >/dev/null
    tree=$ROOT
    [[ $problems -eq 0 ]] || { complain 'these are problems of a copy without mistakes'; return; }
    must_fail 'a wrong output' outputs <<<"sed -i 's/^States 4/States 3/' docs/tutorial/01-*.md"
    must_fail 'a missing lesson' check_order <<<'rm docs/tutorial/03-*.md'
    must_fail 'a lesson without an exercise' check_order <<<"sed -i '/^## Exercise/d' docs/tutorial/04-*.md"
    must_fail 'a lesson without a picture' check_order <<<"sed -i '/^!\[/d' docs/tutorial/05-*.md"
    must_fail 'an answer for all to see' check_order <<<"sed -i '/^<details>/d' docs/tutorial/05-*.md"
    must_fail 'lessons in another order' check_order <<<"sed -i '/^| .2/d' docs/tutorial/index.md"
    must_fail 'another text than the file' check_texts <<<"sed -i 's/^exists .*/exists (1:seen=1)/' docs/tutorial/02-*.md"
    must_fail 'a file without a lesson' check_texts <<<'cp examples/thin-air.litmus examples/tutorial/07-more.litmus'
    must_fail 'an exercise that is solved' check_exercises <<<'cp examples/tutorial/03-answer.litmus examples/tutorial/03-exercise.litmus'
    must_fail 'an answer that is wrong' check_exercises <<<"sed -i 's/memory_order_release/memory_order_relaxed/' examples/tutorial/03-answer.litmus"
    must_fail 'another picture' check_pictures <<<"sed -i 's/memory_order_release/memory_order_relaxed/' examples/tutorial/08-store-buffering.litmus"
    must_fail 'a picture that is missing' check_pictures <<<'rm docs/images/tutorial/06-*.svg'
    [[ ! -f $TEXT ]] || must_fail 'a quotation that is none' check_quotations <<<"sed -i 's/^> All modifications/> Some modifications/' docs/tutorial/07-*.md"
}

check_lessons() {
    check_order
    check_texts
    check_quotations
    check_exercises
    check_pictures
}

[[ -x $CLMM ]] || { printf '%s is missing\n' "$CLMM" >&2; exit 2; }
if [[ ${1-} == --update ]]; then
    rm -rf "$ROOT/docs/images/tutorial" && mkdir -p "$ROOT/docs/images/tutorial"
    draw "$ROOT/docs/images/tutorial"
else
    check_lessons
    [[ $problems -gt 0 ]] || check_controls
    printf '%d lessons, %d problems\n' "$(lessons | wc -l)" "$problems"
fi
[[ $problems -eq 0 ]]
