// The work-items of a sub-group exchange values through local memory.
//
// correct:
// race OTHER_SUB_GROUP: put, get_far    the sub-group barrier does not reach the partner
// race WRONG_FLAG: put, get
// launch: --global 128 --local 64 --sub-group-size 16 --args "out[128]"

#ifdef WRONG_FLAG
#define FLAG CLK_GLOBAL_MEM_FENCE
#else
#define FLAG CLK_LOCAL_MEM_FENCE
#endif

kernel void exchange(global int* out) {
    local int values[64];
    const uint item = get_local_id(0);
    values[item] = item;  // @put
    sub_group_barrier(FLAG);
#ifdef OTHER_SUB_GROUP
    out[get_global_id(0)] = values[63 - item];  // @get_far
#else
    out[get_global_id(0)] = values[item ^ 15];  // @get
#endif
}
