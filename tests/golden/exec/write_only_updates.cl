// What reads and writes, of a buffer that was created for kernels to write only: the read is the fault.
struct pair {
    uint first, second;
};

kernel void legacy(global uint* count) { atomic_add(count, 2); }
kernel void counted(global uint* count) { atomic_dec(count); }
kernel void exchanged(global uint* count) { atomic_xchg(count, 1); }
kernel void compared(global uint* count) { atomic_cmpxchg(count, 5, 1); }
kernel void added(global atomic_uint* count) {
    atomic_fetch_or_explicit(count, 1, memory_order_relaxed, memory_scope_device);
}
kernel void swapped(global atomic_int* count) {
    int expected = 7;
    atomic_compare_exchange_strong_explicit(count, &expected, 1, memory_order_relaxed, memory_order_relaxed,
                                            memory_scope_device);
}
kernel void flagged(global atomic_flag* count) {
    atomic_flag_test_and_set_explicit(count, memory_order_relaxed, memory_scope_device);
}
kernel void plain(global uint* count) { ++count[0]; }
kernel void vector(global uint4* count) { count[0].yz *= 2; }
kernel void member(global struct pair* count) { count->second -= 1; }
kernel void whole(global struct pair* count) {
    struct pair old = *count;
    count[0] = old;
}
kernel void chosen(global uint* count, global uint* other) {
    global uint* which = get_global_size(0) > 4 ? other : count;
    atomic_inc(which);
}

// What only writes.
kernel void stores(global atomic_uint* count) {
    atomic_store_explicit(count, 1, memory_order_relaxed, memory_scope_device);
}
kernel void clears(global atomic_flag* count) {
    atomic_flag_clear_explicit(count, memory_order_relaxed, memory_scope_device);
}
kernel void writes(global uint4* count) { count[0].yz = (uint2)(1, 2); }
