// Work-item 0 waits for what nobody sets, unless SET; the others wait for it at the barrier.
kernel void waiting(global atomic_int* flag, global int* data) {
    const size_t i = get_global_id(0);
    if (i == 0) {
        while (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 0);
    }
#ifdef SET
    if (i == 1) atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
#endif
#ifdef BEFORE
    if (i == 1) data[2] = 1;
#endif
#ifdef RACE
    if (i != 0) data[0] = 1;
#endif
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
#ifdef BEHIND
    if (i == 1) data[2] = 1;
#endif
}
