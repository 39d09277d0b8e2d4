// A lock that serves work-groups in the order of the tickets that they draw.
//
//     clmm check ticket_lock.cl --global 3 --local 1 --args "next[1] serving[1] counter[1]"
//
// -DWEAK_ACQUIRE enters with a relaxed load, -DWEAK_RELEASE leaves with a relaxed store,
// -DWEAK_SCOPE leaves for the own work-group alone.
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

kernel void ticket_lock(global atomic_uint* next, global atomic_uint* serving,
                        global uint* counter) {
    const uint ticket =
        atomic_fetch_add_explicit(next, 1, memory_order_relaxed, memory_scope_device);
    while (atomic_load_explicit(serving, ENTER, memory_scope_device) != ticket);
    const uint before = *counter;
    *counter = before + 1;
    assert(before == ticket);
    atomic_store_explicit(serving, ticket + 1, LEAVE, SCOPE);
}
