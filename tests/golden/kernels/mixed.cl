// Plain writes of objects that atomic operations read afterwards: what is overwritten is not seen any more.
typedef struct { int first; int second; } pair;

// Another work-item adds one, which may be seen.
#ifdef LATER
#define LATER_ONE(p) if (get_local_id(0) == 1) atomic_inc(p)
#else
#define LATER_ONE(p) (void)(p)
#endif
#ifdef FORGOTTEN
#define IS(value, plain) ((value) == (plain))
#else
#define IS(value, plain) ((value) == (plain) || (value) == (plain) + 1)
#endif

void reset(void) { barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE); }

kernel void scalar(global int* x) {
    if (get_local_id(0) == 0) x[0] = 5;
    reset();
    LATER_ONE(x);
    if (get_local_id(0) == 0) assert(IS(atomic_cmpxchg(x, 9, 1), 5));
}

kernel void loaded(global int* x) {
    if (get_local_id(0) == 0) x[0] = 5;
    reset();
    LATER_ONE(x);
    if (get_local_id(0) == 0)
        assert(IS(atomic_load_explicit((global atomic_int*)x, memory_order_relaxed), 5));
}

kernel void vector(global int4* x) {
    if (get_local_id(0) == 0) x[0] = (int4)(4, 5, 6, 7);
    reset();
    global int* const second = (global int*)x + 1;
    LATER_ONE(second);
    if (get_local_id(0) == 0) assert(IS(atomic_cmpxchg(second, 9, 1), 5));
}

kernel void stored(global int* x) {
    if (get_local_id(0) == 0) vstore2((int2)(5, 6), 0, x);
    reset();
    LATER_ONE(x);
    if (get_local_id(0) == 0) assert(IS(atomic_cmpxchg(x, 9, 1), 5));
}

kernel void copied(global pair* x) {
    const pair from = {5, 6};
    if (get_local_id(0) == 0) *x = from;
    reset();
    LATER_ONE(&x->first);
    if (get_local_id(0) == 0) assert(IS(atomic_cmpxchg(&x->first, 9, 1), 5));
}

kernel void copied_by_group(global const int* in, global int* out) {
    local int tile[2];
    const event_t done = async_work_group_copy(tile, in, 2, 0);
    wait_group_events(1, &done);
    LATER_ONE(tile);
    if (get_local_id(0) == 0) assert(IS(atomic_cmpxchg(tile, in[0] + 2, 1), in[0]));
}

kernel void halves(global long* x) {
    if (get_local_id(0) == 0) x[0] = 5;
    reset();
    LATER_ONE((global int*)x);
    if (get_local_id(0) == 0) assert(IS(atomic_cmpxchg((global int*)x, 9, 1), 5));
}

// ---- waiting, and counting by compare-exchange ----

// A flag is reset, a message is passed.
kernel void message(global int* flag, global int* data, global int* out) {
    const bool sends = get_local_id(0) == 0;
    if (sends) flag[0] = 0;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (sends) {
        data[0] = 42;
#ifndef RELAXED
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
#endif
        atomic_xchg(flag, 1);
    } else {
        while (atomic_load_explicit((global atomic_int*)flag, memory_order_relaxed) != 1) {}
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
        out[0] = data[0];
    }
}

kernel void counted(global int* count) {
    local int own;
    if (get_local_id(0) == 0) own = count[0] = 0;
    reset();
    for (int old, seen = 0; ;) {
        old = seen;
        seen = atomic_cmpxchg(count, old, old + 1);
        if (seen == old) break;
    }
    for (int old, seen = 0; ;) {
        old = seen;
        seen = atomic_cmpxchg(&own, old, old + 1);
        if (seen == old) break;
    }
    reset();
#ifdef OTHER
    assert(own != get_local_size(0));
#else
    assert(own == get_local_size(0) && count[0] == get_local_size(0));
#endif
}
