// A weak compare-exchange may fail although it finds what it expects.

kernel void once(global atomic_int* x, global int* out) {
    int e = 0;
    if (!atomic_compare_exchange_weak_explicit(x, &e, 1, memory_order_relaxed, memory_order_relaxed,
                                               memory_scope_device))
        out[get_global_id(0)] = 1;
}

kernel void strong(global atomic_int* x, global int* out) {
    int e = 0;
    if (!atomic_compare_exchange_strong_explicit(x, &e, 1, memory_order_relaxed, memory_order_relaxed,
                                                 memory_scope_device))
        out[get_global_id(0)] = 1;
}

kernel void until_it_succeeds(global atomic_int* x, global int* out) {
    int e = atomic_load_explicit(x, memory_order_relaxed, memory_scope_device);
    while (!atomic_compare_exchange_weak_explicit(x, &e, e + 1, memory_order_relaxed, memory_order_relaxed,
                                                  memory_scope_device))
        ;
    out[e] = 1;
}

// What fails for no reason leaves what was expected as it was.
kernel void expected_stays(global atomic_int* x, global int* out) {
    int e = 7;
    const bool done = atomic_compare_exchange_weak(x, &e, 8);
    out[0] = done;
    out[1] = e;
    out[2] = atomic_load(x);
}

// The failing order is that of a load: nothing is released.
kernel void publish(global int* data, global atomic_int* flag, global int* out) {
    if (get_global_id(0) == 0) {
        *data = 1;
        int e = 0;
        atomic_compare_exchange_weak_explicit(flag, &e, 1, memory_order_release, memory_order_relaxed,
                                              memory_scope_device);
    } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 1) {
        out[0] = *data;
    }
}

kernel void tries(global atomic_int* x, global int* out) {
    int e = 0, n = 0;
    while (!atomic_compare_exchange_weak_explicit(x, &e, 1, memory_order_relaxed, memory_order_relaxed,
                                                  memory_scope_device))
        if (++n == 3) break;
    out[0] = n;
}
