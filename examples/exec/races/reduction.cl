// Sums the numbers of each work-group in local memory.
//
// correct:
// race MISSING_BARRIER: add, other      no barrier between the rounds
// race WRONG_FLAG: add, other           the barrier orders global memory, the sums are in local
// race MISSING_FIRST_BARRIER: put, other
// launch: --global 512 --local 64 --args "in[512]=iota out[8]"

#ifdef WRONG_FLAG
#define ROUND barrier(CLK_GLOBAL_MEM_FENCE)
#elif defined MISSING_BARRIER
#define ROUND
#else
#define ROUND barrier(CLK_LOCAL_MEM_FENCE)
#endif

kernel void reduce(global const int* in, global int* out) {
    local int sums[64];
    const uint item = get_local_id(0);
    sums[item] = in[get_global_id(0)];  // @put
#ifndef MISSING_FIRST_BARRIER
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    for (uint half_size = 32; half_size > 0; half_size /= 2) {
        if (item < half_size) {
            const int other = sums[item + half_size];  // @other
            sums[item] += other;                  // @add
        }
        ROUND;
    }
    if (item == 0) out[get_group_id(0)] = sums[0];
}
