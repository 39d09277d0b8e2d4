// Sums of all numbers up to each one, in a single pass over them, by work-groups of any size: the
// first work-item of each adds up the group's numbers in local memory, publishes their sum, then
// that of all up to them, and looks back for what it needs, as in look_back_scan.cl.
//
//     clmm check scan_of_groups.cl --global 6 --local 2 --args "in={1,1,1,1,1,1} out[6]
//         aggregate[3] prefix[3] state[3] sums[2] before[1]"
//
// -DWEAK_ORDER publishes with a relaxed store, -DWEAK_SCOPE to the own work-group alone,
// -DWEAK_LOOK looks with a relaxed load, -DWEAK_FLAGS orders the wrong memory at the barriers.
#define EMPTY 0
#define AGGREGATE 1
#define PREFIX 2

#ifdef WEAK_ORDER
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif
#ifdef WEAK_LOOK
#define LOOK memory_order_relaxed
#else
#define LOOK memory_order_acquire
#endif
#ifdef WEAK_SCOPE
#define SCOPE memory_scope_work_group
#else
#define SCOPE memory_scope_device
#endif
#ifdef WEAK_FLAGS
#define FLAGS CLK_GLOBAL_MEM_FENCE
#else
#define FLAGS CLK_LOCAL_MEM_FENCE
#endif

int sum_before(int group, global int* aggregate, global int* prefix, global atomic_int* state) {
    int sum = 0;
    for (int look = group - 1; look >= 0; --look) {
        int found;
        do {
            found = atomic_load_explicit(&state[look], LOOK, SCOPE);
        } while (found == EMPTY);
        if (found == PREFIX) return sum + prefix[look];
        sum += aggregate[look];
    }
    return sum;
}

kernel void scan_of_groups(global const int* in, global int* out, global int* aggregate,
                           global int* prefix, global atomic_int* state, local int* sums,
                           local int* before) {
    const size_t item = get_local_id(0);
    const int group = get_group_id(0);
    sums[item] = in[get_global_id(0)];
    work_group_barrier(FLAGS);
    if (item == 0) {
        int own = 0;
        for (size_t i = 0; i < get_local_size(0); ++i) sums[i] = own += sums[i];
        if (group > 0) {
            aggregate[group] = own;
            atomic_store_explicit(&state[group], AGGREGATE, PUBLISH, SCOPE);
        }
        *before = sum_before(group, aggregate, prefix, state);
        prefix[group] = *before + own;
        atomic_store_explicit(&state[group], PREFIX, PUBLISH, SCOPE);
    }
    work_group_barrier(FLAGS);
    const int sum = *before + sums[item];
    out[get_global_id(0)] = sum;
    assert(sum == (int)get_global_id(0) + 1);  // of numbers that are 1
}
