// All work-items count with one atomic counter.
//
// correct:
// correct ONE_GROUP NARROW:             one work-group may count in its own scope
// race NARROW: count, count             atomics of two work-groups with memory_scope_work_group
// race MIXED: plain, count              an atomic and a plain access
// launch: --global 64 --local 16 --args "counter[1]"
// launch ONE_GROUP: --global 64 --local 64 --args "counter[1]"

#ifdef NARROW
#define SCOPE memory_scope_work_group
#else
#define SCOPE memory_scope_device
#endif

kernel void count(global atomic_int* counter) {
#ifdef MIXED
    if (get_global_id(0) == 0) {
        *(global int*)counter += 1;  // @plain
        return;
    }
#endif
    atomic_fetch_add_explicit(counter, 1, memory_order_relaxed, SCOPE);  // @count
}
