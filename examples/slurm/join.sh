#!/usr/bin/env bash
# Joins the parts if all are there, and starts those again that were lost.
set -uo pipefail
shopt -s nullglob

files=("$FOLDER"/part-*.json)
lost=1-$PARTS
if ((${#files[@]} > 0)); then
    lost=$("$CLMM" merge --missing "${files[@]}") || [[ -n $lost ]] || lost=1-$PARTS
fi
if [[ -n $lost ]]; then
    echo "lost in round $ROUND: $lost"
    if ((ROUND >= ${ROUNDS:-5})); then
        echo lost >"$FOLDER/done"
        exit 1
    fi
    export ROUND=$((ROUND + 1))
    exec "$SPREAD/submit.sh" "$lost"
fi
status=0
"$CLMM" merge "${files[@]}" >"$FOLDER/result" 2>"$FOLDER/result.err" || status=$?
echo "$status" >"$FOLDER/done"
