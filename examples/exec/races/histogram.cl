// Counts bytes: a histogram for each work-group in local memory, then one for all.
//
// correct:
// race PLAIN_COUNT: add_one, add_one      an increment that is not atomic
// race MISSING_BARRIER: clear, count    counting starts before all bins are 0
// race MISSING_LAST_BARRIER: count, add
// race WRONG_FLAG: clear, count
// race WRONG_FLAG: count, add
// launch: --global 256 --local 64 --args "in[256]=random:3 bins[16]"

#ifdef WRONG_FLAG
#define FLAG CLK_GLOBAL_MEM_FENCE
#else
#define FLAG CLK_LOCAL_MEM_FENCE
#endif

kernel void histogram(global const uint* in, global atomic_uint* bins) {
    const uint item = get_local_id(0);
#ifdef PLAIN_COUNT
    local uint own[16];
    if (item < 16) own[item] = 0;
#else
    local atomic_uint own[16];
    if (item < 16) atomic_init(&own[item], 0);  // @clear
#endif
#ifndef MISSING_BARRIER
    barrier(FLAG);
#endif
    const uint bin = in[get_global_id(0)] % 16;
#ifdef PLAIN_COUNT
    own[bin] += 1;  // @add_one
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < 16)
        atomic_fetch_add_explicit(&bins[item], own[item], memory_order_relaxed, memory_scope_device);
#else
    atomic_fetch_add_explicit(&own[bin], 1, memory_order_relaxed, memory_scope_work_group);  // @count
#ifndef MISSING_LAST_BARRIER
    barrier(FLAG);
#endif
    if (item < 16) {
        const uint* plain = (const local uint*)own;
        atomic_fetch_add_explicit(&bins[item], plain[item], memory_order_relaxed,  // @add
                                  memory_scope_device);
    }
#endif
}
