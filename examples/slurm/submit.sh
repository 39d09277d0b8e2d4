#!/usr/bin/env bash
# submit.sh ARRAY: the parts of these numbers, and the job that joins them. Called by spread.sh, and
# by join.sh where parts were lost.
set -euo pipefail

read -ra options <<<"${SBATCH_OPTIONS:-}"
export SBATCH_OPTIONS=${SBATCH_OPTIONS:-}
array=$(sbatch --parsable --export=ALL --array="$1" --cpus-per-task="${JOBS:-1}" --job-name=clmm-part \
    --output="$FOLDER/part-%a.out" --requeue "${options[@]}" "$SPREAD/part.sh")
# However the parts end: a part that was lost is what the job looks for.
join=$(sbatch --parsable --export=ALL --dependency="afterany:$array" --job-name=clmm-join \
    --output="$FOLDER/join.out" --open-mode=append "${options[@]}" "$SPREAD/join.sh")
echo "$array $join"
