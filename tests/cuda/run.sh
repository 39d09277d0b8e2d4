#!/bin/bash
# clmm on a device of the CUDA driver: run.sh FOLDER, where a libcuda.so.1 stands in for NVIDIA's.
# $CLMM is the program.
set -u
cd "$(dirname "$0")/../golden" || exit 1
failed=0

# says WHAT EXIT-CODE PATTERN... -- ARGUMENTS...: each pattern is in what clmm prints.
says() {
    what=$1 code=$2
    shift 2
    patterns=()
    while [ "$1" != -- ]; do patterns+=("$1"); shift; done
    shift
    output=$(LD_LIBRARY_PATH=$FOLDER "$CLMM" "$@" 2>&1)
    got=$?
    [ "$got" = "$code" ] || { echo "$what: exit code $got, not $code"; echo "$output"; failed=1; }
    for pattern in "${patterns[@]}"; do
        grep -qF -- "$pattern" <<< "$output" ||
            { echo "$what: '$pattern' is not in"; echo "$output"; failed=1; }
    done
}

FOLDER=$1
says "a device" 0 "name           GPU of a test" "platform       CUDA 12.4" \
    "compute capability 9.0, kernels in PTX" -- devices cuda:0
says "a device by its name" 0 "GPU of a test" -- devices "cuda:gpu OF"
says "no second device" 2 "there is no CUDA device 1; there are 1" -- devices cuda:1
says "a run" 0 "Device   cuda: GPU of a test" "Run      " "Verdict  all that was seen is allowed" \
    -- run run/ptx/sb.litmus --device cuda --instances 1
says "the code" 0 ".entry clmm_test" "fence.sc.gpu;" "cuLinkCreate: CUDA_ERROR_OF_A_TEST" \
    -- run run/ptx/sb.litmus --device cuda --show-code
says "a compiler that rejects" 2 "the compiler of 'GPU of a test' rejects the program" \
    "CUDA_ERROR_INVALID_PTX (as tested); its log:" "ptxas application ptx input, line 1" \
    -- run run/ptx/rejected.litmus --device cuda --instances 1
says "what no harness places" 2 "run/ptx/surface.litmus:4:2: error: 'sust.weak' goes through" \
    -- run run/ptx/surface.litmus --device cuda
says "a tuning for CPUs" 2 "style: tests in PTX are executed in parallel only" \
    -- run run/ptx/sb.litmus --device cuda --tuning '{"style": "looping"}'

FOLDER=$(mktemp -d)
printf 'not a library' > "$FOLDER/libcuda.so.1"
says "a broken driver" 2 "there is no CUDA: libcuda.so.1 cannot be loaded" -- devices cuda:0
rm -r "$FOLDER"
exit $failed
