// A flag in local memory guards data in global memory: the two regions are ordered apart.
//
// correct:                              fences with both flags join them
// correct LOCAL_DATA:                   a local flag orders local data
// race NO_FENCES: data, use             release and acquire of the local flag order local memory
// race ONE_FLAG: data, use              fences of local memory only
// launch: --global 2 --local 2 --args "data[1] out[1]"

#ifdef ONE_FLAG
#define FLAGS CLK_LOCAL_MEM_FENCE
#else
#define FLAGS (CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#endif

kernel void hand_over(global int* data, global int* out) {
    local atomic_int flag;
#ifdef LOCAL_DATA
    local int value;
#define DATA value
#else
#define DATA (*data)
#endif
    const uint item = get_local_id(0);
    if (item == 0) atomic_init(&flag, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) {
        DATA = 7;  // @data
#if !defined NO_FENCES && !defined LOCAL_DATA
        atomic_work_item_fence(FLAGS, memory_order_release, memory_scope_work_group);
#endif
        atomic_store_explicit(&flag, 1, memory_order_release, memory_scope_work_group);
    } else {
        while (atomic_load_explicit(&flag, memory_order_acquire, memory_scope_work_group) == 0) {
        }
#if !defined NO_FENCES && !defined LOCAL_DATA
        atomic_work_item_fence(FLAGS, memory_order_acquire, memory_scope_work_group);
#endif
        *out = DATA;  // @use
    }
}
