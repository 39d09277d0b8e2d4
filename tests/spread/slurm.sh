#!/usr/bin/env bash
# A search that is spread over a Slurm cluster on the loopback interface, by examples/slurm, of which
# one part is killed in the middle, prints what one process prints. Exit code 77, a test that was
# left out, where there is no Slurm (Debian: slurm-wlm) or this is not root.
#
#   slurm.sh [NODES [PARTS [COMMAND...]]]     says how long it took, without a kill, if there are arguments
set -uo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
for program in slurmctld slurmd sbatch scancel; do
    command -v "$program" >/dev/null || { echo "skipped: no $program (Debian: slurm-wlm)"; exit 77; }
done
[[ $(id -u) -eq 0 ]] || { echo "skipped: slurmd starts jobs as root alone"; exit 77; }
# shellcheck source=tests/spread/cluster.sh
source "$here/cluster.sh"

nodes=${1:-2} parts=${2:-4} measured=$#
shift $(($# < 2 ? $# : 2))
(($# > 0)) || set -- separate opencl-3.0 opencl-scoped --both --threads 2 --fences 0 --size 4 \
    --scopes work_group,device --places --orders seq_cst
folder=$(mktemp -d)
trap 'cluster_stop; rm -rf "$folder"' EXIT
REAL=$(realpath "${CLMM:?}")
export REAL VICTIM=2 MARK=$folder/killed

status=0
"$REAL" "$@" --jobs 1 >"$folder/expected" || status=$?

# The program of the parts: the victim looks at a little of its part, and then hangs until it is killed.
cat >"$folder/clmm" <<'EOF'
#!/usr/bin/env bash
if [[ $1 != merge && ${SLURM_ARRAY_TASK_ID:-} == "$VICTIM" && ! -e $MARK ]]; then
    "$REAL" "$@" --timeout 0.001
    touch "$MARK"
    sleep 600
fi
exec "$REAL" "$@"
EOF
chmod +x "$folder/clmm"
((measured == 0)) || export VICTIM=none

cluster_start "$folder/cluster" "$nodes" || { tail -n 20 "$folder"/cluster/log/*; echo "the cluster does not start"; exit 1; }
began=$EPOCHREALTIME
submitted=$(CLMM=$folder/clmm "$here/../../examples/slurm/spread.sh" "$parts" "$folder/search" "$@") || exit 1
if ((measured == 0)); then
    for ((i = 0; i < 1200; ++i)); do [[ ! -e $MARK ]] || break; sleep 0.1; done
    [[ -e $MARK ]] || { echo "part $VICTIM was not started"; exit 1; }
    scancel "${submitted%% *}_$VICTIM"
fi
for ((i = 0; i < 6000; ++i)); do [[ ! -e $folder/search/done ]] || break; sleep 0.1; done
ended=$EPOCHREALTIME
failed=0
[[ $(cat "$folder/search/done" 2>/dev/null) == "$status" ]] || { echo "not ended as one process, with $status"; failed=1; }
diff "$folder/expected" "$folder/search/result" || failed=1
if ((measured == 0)); then
    grep -q "lost in round 1: $VICTIM$" "$folder/search/join.out" || { echo "no part was lost"; failed=1; }
else
    awk -v from="$began" -v to="$ended" -v nodes="$nodes" 'BEGIN { printf "%d nodes: %.1f s\n", nodes, to - from }'
fi
((failed == 0)) || tail -n 20 "$folder"/search/*.out "$folder"/search/result.err "$folder"/cluster/log/*
exit "$failed"
