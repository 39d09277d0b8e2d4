// Orders that the operations "shall not" have: as clmm check takes them.
kernel void orders(global atomic_int* x) {
    int e = 0;
    atomic_store_explicit(x, 1, memory_order_acquire, memory_scope_device);
    int r = atomic_load_explicit(x, memory_order_release, memory_scope_device);
    atomic_compare_exchange_strong_explicit(x, &e, r, memory_order_acq_rel, memory_order_acq_rel, memory_scope_device);
}
