// A weak compare-exchange may fail although it finds what it expects.

kernel void own(local atomic_int* x, global int* out) {
    const int l = get_local_id(0);
    int e = 0;
    atomic_init(x + l, 0);
    if (!atomic_compare_exchange_weak_explicit(x + l, &e, 1, memory_order_relaxed, memory_order_relaxed,
                                               memory_scope_work_group))
        out[0] = 1;
}

// As often as that takes.
kernel void own_in_turns(local atomic_int* x, global int* out) {
    const int l = get_local_id(0);
    int e = 0;
    atomic_init(x + l, 0);
    while (!atomic_compare_exchange_weak_explicit(x + l, &e, 1, memory_order_relaxed, memory_order_relaxed,
                                                  memory_scope_work_group))
        ;
    out[get_global_id(0)] = e;
}
