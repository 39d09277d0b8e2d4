// A lock that is looked at before it is tried: test and test-and-set.
//
//     clmm check ttas_lock.cl --global 2 --local 1 --args "lock[1] counter[1]"
//
// -DWEAK_ACQUIRE takes it with a relaxed exchange, -DWEAK_RELEASE frees it with a relaxed store,
// -DWEAK_SCOPE frees it for the own work-group alone.
#ifdef WEAK_ACQUIRE
#define ENTER memory_order_relaxed
#else
#define ENTER memory_order_acquire
#endif
#ifdef WEAK_RELEASE
#define LEAVE memory_order_relaxed
#else
#define LEAVE memory_order_release
#endif
#ifdef WEAK_SCOPE
#define SCOPE memory_scope_work_group
#else
#define SCOPE memory_scope_device
#endif

kernel void ttas_lock(global atomic_int* lock, global int* counter) {
    do {
        while (atomic_load_explicit(lock, memory_order_relaxed, memory_scope_device) == 1);
    } while (atomic_exchange_explicit(lock, 1, ENTER, memory_scope_device) == 1);
    *counter += 1;
    assert(*counter <= (int)get_global_size(0));
    atomic_store_explicit(lock, 0, LEAVE, SCOPE);
}
