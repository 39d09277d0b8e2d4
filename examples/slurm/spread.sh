#!/usr/bin/env bash
# Spreads a search over a Slurm cluster: an array job, a task for each part, and a job that depends
# on it, which starts lost parts again and joins them when all are there.
#
#   spread.sh PARTS FOLDER COMMAND...
#
# COMMAND is what one process would be asked, without --shard, --state and --jobs:
#
#   examples/slurm/spread.sh 16 /shared/search separate opencl-3.0 opencl-scoped --size 4
#
# FOLDER is seen by all nodes. It gets part-K.json of each part, which a part that is started again
# goes on from, the joined result as `result` (and what goes to the standard error as `result.err`),
# and `done` with clmm's exit code when that is written. $CLMM is the program, $SBATCH_OPTIONS are
# for each sbatch (a partition, a limit of time), $ROUNDS is how often lost parts are started again
# (default 5), $JOBS how many threads a part has (default 1).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
parts=$1 folder=$2
shift 2
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
printf '%s\0' "$@" >"$folder/command"
rm -f "$folder/done"
export CLMM=${CLMM:-clmm} PARTS=$parts FOLDER=$folder ROUND=${ROUND:-1} SPREAD=$here
"$here/submit.sh" "1-$parts"
