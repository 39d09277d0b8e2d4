#!/usr/bin/env bash
# A task of the array: the part of its number.
set -uo pipefail

mapfile -d '' -t words <"$FOLDER/command"
exec "$CLMM" "${words[@]}" --shard "$SLURM_ARRAY_TASK_ID/$PARTS" --jobs "${JOBS:-1}" \
    --state "$FOLDER/part-$SLURM_ARRAY_TASK_ID.json"
