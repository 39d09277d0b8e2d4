// An atomic operation far behind its array.
kernel void count_far(global const uint* in) {
    local atomic_uint bins[16];
    atomic_fetch_add_explicit(&bins[in[get_global_id(0)] - 16u], 1u, memory_order_relaxed, memory_scope_work_group);
}

kernel void count_near(global const uint* in) {
    local atomic_uint bins[16];
    atomic_fetch_add_explicit(&bins[in[get_global_id(0)] & 15u], 1u, memory_order_relaxed, memory_scope_work_group);
}
