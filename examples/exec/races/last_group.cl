// The work-group that comes last adds up what all have written.
//
// correct:
// correct FENCES:
// race RELAXED: put, sum                the counter orders nothing
// race NARROW: put, sum
// race NARROW: arrive, arrive
// race FENCES NO_FENCE: put, sum
// race RELEASE_ONLY: put, sum           nobody acquires
// launch: --global 64 --local 1 --args "in[64]=iota part[64] arrived[1] out[1]"

#ifdef NARROW
#define SCOPE memory_scope_work_group
#else
#define SCOPE memory_scope_device
#endif
#if defined RELAXED || defined FENCES
#define ORDER memory_order_relaxed
#elif defined RELEASE_ONLY
#define ORDER memory_order_release
#else
#define ORDER memory_order_acq_rel
#endif

kernel void sum_all(global const int* in, global int* part, global atomic_int* arrived,
                    global int* out) {
    const int item = get_global_id(0);
    const int items = get_global_size(0);
    part[item] = in[item] * in[item];  // @put
#if defined FENCES && !defined NO_FENCE
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, SCOPE);
#endif
    if (atomic_fetch_add_explicit(arrived, 1, ORDER, SCOPE) != items - 1) return;  // @arrive
#if defined FENCES && !defined NO_FENCE
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, SCOPE);
#endif
    int sum = 0;
    for (int i = 0; i < items; ++i) sum += part[i];  // @sum
    *out = sum;
}
