# Helpers of the measuring scripts; sourced, not run.

# Where the release build puts things, unless the caller says otherwise.
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CLMM=${CLMM:-$ROOT/build/release/bin/clmm}
GENERATE=${GENERATE:-$ROOT/build/release/bench/scaling_generate}

die() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 2
}

need_program() {
    [[ -x $1 ]] || die "no $1; build it (./dev bench) or set $2"
}

# now: microseconds.
now() { printf '%s' "${EPOCHREALTIME/[.,]/}"; }

# median: of the numbers on standard input, one a line.
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

# wall_times COUNT COMMAND...: microseconds of each run, one a line.
wall_times() {
    local count=$1 start end i
    shift
    for ((i = 0; i < count; i++)); do
        start=$(now)
        "$@" >/dev/null 2>&1
        end=$(now)
        printf '%s\n' $((end - start))
    done
}

# cpu_time COMMAND...: user and system milliseconds.
cpu_time() {
    local TIMEFORMAT='%3U %3S'
    { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ printf "%d", ($1 + $2) * 1000 }'
}
