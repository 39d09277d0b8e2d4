// Sums of all numbers up to each one, in a single pass over them: work-groups publish first the
// sum of their own numbers, then that of all up to them, and look back for what they need
// (Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016).
//
//     clmm check look_back_scan.cl --global 3 --local 1
//         --args "in={1,2,4} out[3] aggregate[3] prefix[3] state[3]"
//
// -DWEAK_ORDER publishes with a relaxed store, -DWEAK_SCOPE to the own work-group alone,
// -DWEAK_LOOK looks with a relaxed load.
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

kernel void look_back_scan(global const int* in, global int* out, global int* aggregate,
                           global int* prefix, global atomic_int* state) {
    const int group = get_group_id(0);
    const int own = in[group];
    int before = 0;
    if (group > 0) {
        aggregate[group] = own;
        atomic_store_explicit(&state[group], AGGREGATE, PUBLISH, SCOPE);
        for (int look = group - 1; look >= 0; --look) {
            int found;
            do {
                found = atomic_load_explicit(&state[look], LOOK, SCOPE);
            } while (found == EMPTY);
            if (found == PREFIX) {
                before += prefix[look];
                break;
            }
            before += aggregate[look];
        }
    }
    prefix[group] = before + own;
    atomic_store_explicit(&state[group], PREFIX, PUBLISH, SCOPE);
    out[group] = before + own;
    assert(out[group] == (2 << group) - 1);
}
