// Final contents of the buffers.
kernel void outcomes(global atomic_int* x, global atomic_int* y) {
    if (get_global_id(0) == 0)
        atomic_store_explicit(x, 1, memory_order_relaxed, memory_scope_device);
    else
        atomic_store_explicit(
            y, atomic_load_explicit(x, memory_order_relaxed, memory_scope_device) + 1,
            memory_order_relaxed, memory_scope_device);
}
