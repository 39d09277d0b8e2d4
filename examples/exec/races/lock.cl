// Work-groups count under a lock.
//
// correct:
// race RELAXED_UNLOCK: count, count
// race RELAXED_LOCK: count, count
// race NARROW_LOCK: count, count        memory_scope_work_group keeps other groups out, but orders nothing
// race NARROW_LOCK: lock, unlock
// also NARROW_LOCK: lock, lock
// also NARROW_LOCK: unlock, unlock
// race NO_LOCK: count, count
// launch: --global 64 --local 4 --args "next[1] count[1]"

#ifdef NARROW_LOCK
#define SCOPE memory_scope_work_group
#else
#define SCOPE memory_scope_device
#endif
#ifdef RELAXED_UNLOCK
#define UNLOCK memory_order_relaxed
#else
#define UNLOCK memory_order_release
#endif
#ifdef RELAXED_LOCK
#define LOCK memory_order_relaxed
#else
#define LOCK memory_order_acquire
#endif

kernel void count_all(global atomic_int* next, global int* count) {
    if (get_local_id(0) != 0) return;
#ifndef NO_LOCK
    while (atomic_exchange_explicit(next, 1, LOCK, SCOPE) != 0) {  // @lock
    }
#endif
    *count += 1;  // @count
#ifndef NO_LOCK
    atomic_store_explicit(next, 0, UNLOCK, SCOPE);  // @unlock
#endif
}
