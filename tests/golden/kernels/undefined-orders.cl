// Orders that an atomic operation shall not have (C11 7.17.7.1 p2, 7.17.7.2 p2, 7.17.7.4 p2).
#ifndef LOAD
#define LOAD memory_order_acquire
#endif
#ifndef STORE
#define STORE memory_order_release
#endif
#ifndef SUCCESS
#define SUCCESS memory_order_acq_rel
#endif
#ifndef FAILURE
#define FAILURE memory_order_acquire
#endif
kernel void orders(global atomic_int* x, global int* out) {
    int expected = atomic_load_explicit(x, LOAD, memory_scope_device);
    if (get_global_id(0) == 0) {
        atomic_store_explicit(x, expected, STORE, memory_scope_device);
        out[0] = atomic_compare_exchange_strong_explicit(x, &expected, 1, SUCCESS, FAILURE, memory_scope_device);
    }
}

kernel void clears(global atomic_flag* flag) {
#ifdef ORDER
    atomic_flag_clear_explicit(flag, ORDER, memory_scope_device);
#else
    atomic_flag_clear_explicit(flag, memory_order_release, memory_scope_device);
#endif
}

// What is not reached has no effect.
kernel void never(global atomic_int* x, global int* out) {
    if (out[0] != out[0]) out[0] = atomic_load_explicit(x, memory_order_release, memory_scope_device);
}
