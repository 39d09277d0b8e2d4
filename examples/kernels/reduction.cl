// The sum of each work-group's numbers, as a tree in local memory.
//
//     clmm check reduction.cl --global 8 --local 4 --args "in={1,2,3,4,5,6,7,8} out[2] tmp[4]"
//
// -DWEAK_STEP leaves out the barrier between two steps, -DWEAK_FLAGS orders the wrong memory.
#ifdef WEAK_FLAGS
#define FLAGS CLK_GLOBAL_MEM_FENCE
#else
#define FLAGS CLK_LOCAL_MEM_FENCE
#endif

kernel void reduction(global const int* in, global int* out, local int* tmp) {
    const size_t i = get_local_id(0);
    tmp[i] = in[get_global_id(0)];
    work_group_barrier(FLAGS);
    for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
        if (i < step) tmp[i] += tmp[i + step];
#ifndef WEAK_STEP
        work_group_barrier(FLAGS);
#endif
    }
    if (i == 0) {
        const size_t group = get_group_id(0);
        out[group] = tmp[0];
        const int n = get_local_size(0);  // of numbers that count up from 1
        assert(out[group] == n * (2 * n * (int)group + n + 1) / 2);
    }
}
