// Each work-item writes its place and reads its neighbour's, in global memory.
//
// correct:                              the neighbour is in the same work-group
// race MISSING_BARRIER: put, get
// race WRONG_FLAG: put, get             the barrier orders local memory only
// race OTHER_GROUP: put, get            a barrier does not order work-groups
// launch: --global 256 --local 64 --args "data[256] out[256]"

kernel void neighbours(global int* data, global int* out) {
    const uint item = get_local_id(0);
    const uint global_item = get_global_id(0);
#ifdef OTHER_GROUP
    const uint neighbour = (global_item + 1) % get_global_size(0);
#else
    const uint neighbour = global_item - item + (item + 1) % get_local_size(0);
#endif
    data[global_item] = global_item;  // @put
#ifdef WRONG_FLAG
    barrier(CLK_LOCAL_MEM_FENCE);
#elif !defined MISSING_BARRIER
    barrier(CLK_GLOBAL_MEM_FENCE);
#endif
    out[global_item] = data[neighbour];  // @get
}
