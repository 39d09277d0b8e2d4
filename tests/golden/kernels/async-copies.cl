// Asynchronous copies: what each work-item and its group may do between a call and a wait for its
// event. exec/check_copies.cl and every-launch/copies.cl have more of them.
#define N 4

// ---- values ----

kernel void values(global const int* in, global int* out) {
    local int tile[N];
    const event_t done = async_work_group_copy(tile, in, N, 0);
    wait_group_events(1, &done);
    assert(tile[get_local_id(0)] == in[get_local_id(0)]);
    out[get_global_id(0)] = tile[N - 1 - get_local_id(0)];
}

kernel void not_that_value(global const int* in) {
    local int tile[N];
    const event_t done = async_work_group_copy(tile, in, N, 0);
    wait_group_events(1, &done);
    assert(tile[0] == in[1]);
}

kernel void there_and_back(global const int* in, global int* out) {
    local int tile[N];
    event_t done = async_work_group_copy(tile, in, N, 0);
    wait_group_events(1, &done);
    done = async_work_group_copy(out, tile, N, 0);
    wait_group_events(1, &done);
    assert(out[get_local_id(0)] == in[get_local_id(0)]);
}

kernel void floats(global const float4* in, global float4* out) {
    local float4 tile[2];
    const event_t done = async_work_group_copy(tile, in, 2, 0);
    wait_group_events(1, &done);
    assert(all(isequal(tile[1], in[1]) | isnan(in[1])));
    out[get_global_id(0)] = tile[get_local_id(0) & 1];
}

kernel void bytes(global const uint* in, global uint* out) {
    local uint tile[2];
    const event_t done = async_work_group_copy((local uchar*)tile, (global const uchar*)in, 8, 0);
    wait_group_events(1, &done);
    assert(tile[1] == in[1]);
    if (get_local_id(0) == 0) out[0] = tile[1];
}

// ---- strides: of the side in global memory ----

kernel void gathered(global const int* in) {
    local int tile[2];
    const event_t done = async_work_group_strided_copy(tile, in + 1, 2, 2, 0);
    wait_group_events(1, &done);
    assert(tile[0] == in[1] && tile[1] == in[3]);
}

kernel void scattered(global int* out) {
    local int tile[2];
    tile[get_local_id(0)] = 5;
    barrier(CLK_LOCAL_MEM_FENCE);
    const event_t done = async_work_group_strided_copy(out, tile, 2, 2, 0);
    if (get_local_id(0) == 0) out[1] = 1;  // in between
    wait_group_events(1, &done);
    assert(out[2] == 5);
}

kernel void scattered_onto(global int* out) {
    local int tile[2];
    tile[get_local_id(0)] = 5;
    barrier(CLK_LOCAL_MEM_FENCE);
    const event_t done = async_work_group_strided_copy(out, tile, 2, 2, 0);
    if (get_local_id(0) == 0) out[2] = 1;
    wait_group_events(1, &done);
}

kernel void no_stride(global const int* in) {
    local int tile[2];
    const event_t done = async_work_group_strided_copy(tile, in, 2, 0, 0);
    wait_group_events(1, &done);
}

// ---- before the call ----

// Any work-item may make the copy, so that what the first one writes is not there for all of them.
kernel void first_writes(global int* out) {
    local int tile[N];
    if (get_local_id(0) == 0)
        for (int i = 0; i < N; ++i) tile[i] = i;
    const event_t done = async_work_group_copy(out, tile, N, 0);
    wait_group_events(1, &done);
}

kernel void other_flag(global int* out) {
    local int tile[N];
    tile[get_local_id(0)] = 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
    const event_t done = async_work_group_copy(out, tile, N, 0);
    wait_group_events(1, &done);
}

// Each other work-item has seen that the first one is ready.
kernel void flag_before(global int* out) {
    local int tile[1];
    local atomic_int ready;
    if (get_local_id(0) == 0) {
        tile[0] = 7;
        atomic_init(&ready, 0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        tile[0] = 8;
        atomic_store_explicit(&ready, 1, memory_order_release, memory_scope_work_group);
    } else {
        while (atomic_load_explicit(&ready, memory_order_acquire, memory_scope_work_group) == 0) {
        }
    }
    const event_t done = async_work_group_copy(out, tile, 1, 0);
    wait_group_events(1, &done);
    assert(out[0] == 8);
}

// ---- between call and wait ----

kernel void atomic_between(global const int* in) {
    local int tile[N];
    const event_t done = async_work_group_copy(tile, in, N, 0);
    atomic_inc(&tile[0]);
    wait_group_events(1, &done);
}

// A wait for copies orders them, and nothing else: it is no barrier.
kernel void wait_is_no_barrier(global const int* in, global int* out) {
    local int tile[N], other[N];
    const event_t done = async_work_group_copy(tile, in, N, 0);
    other[get_local_id(0)] = 1;
    wait_group_events(1, &done);
    out[get_global_id(0)] = other[get_local_id(0) ^ 1];
}

// ---- events ----

void wait_for(event_t* events, int count) { wait_group_events(count, events); }

event_t begin(local int* to, global const int* from, event_t event) {
    return async_work_group_copy(to, from, 2, event);
}

kernel void in_functions(global const int* in, global int* out) {
    local int tile[4];
    event_t events[2];
    for (int i = 0; i < 2; ++i) events[i] = begin(tile + 2 * i, in + 2 * i, 0);
    const event_t first = events[0];
    events[0] = events[1];
    events[1] = first;
    wait_for(events, 2);
    out[get_global_id(0)] = tile[get_local_id(0)];
}

kernel void first_alone(global const int* in, global int* out) {
    local int tile[4];
    event_t events[2];
    for (int i = 0; i < 2; ++i) events[i] = begin(tile + 2 * i, in + 2 * i, 0);
    wait_for(events, 1);
    out[get_global_id(0)] = tile[get_local_id(0)];
    wait_for(events + 1, 1);
}

// One half is copied while the other one is read.
kernel void two_halves(global const int* in, global int* out) {
    local int tile[4];
    event_t next = begin(tile, in, 0);
    for (int i = 0; i < 3; ++i) {
        const event_t now = next;
        if (i < 2) next = begin(tile + 2 * ((i + 1) & 1), in + 2 * (i + 1), 0);
        wait_group_events(1, &now);
        out[2 * i + get_local_id(0)] = tile[2 * (i & 1) + get_local_id(0)];
#ifndef NO_BARRIER
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }
}

// Which of the two is waited for first hangs on a value that is the same for all.
kernel void by_value(global const int* in, global int* out, int which) {
    local int tile[4];
    event_t events[2];
    for (int i = 0; i < 2; ++i) events[i] = begin(tile + 2 * i, in + 2 * i, 0);
    wait_group_events(1, which ? &events[1] : &events[0]);
    out[get_global_id(0)] = tile[(which ? 2 : 0) + get_local_id(0)];
    wait_group_events(1, which ? &events[0] : &events[1]);
}

kernel void twice(global const int* in) {
    local int tile[N];
    const event_t done = async_work_group_copy(tile, in, N, 0);
    wait_group_events(1, &done);
    wait_group_events(1, &done);
}

kernel void other_count(global const int* in) {
    local int tile[4];
    event_t events[2];
    for (int i = 0; i < 2; ++i) events[i] = begin(tile + 2 * i, in + 2 * i, 0);
    if (get_local_id(0) == 0) wait_group_events(1, events);
    wait_group_events(2, events);
}

kernel void elements_of(global const int* in, int n) {
    local int tile[N];
    const event_t done = async_work_group_copy(tile, in, n & 3, 0);
    wait_group_events(1, &done);
}

kernel void prefetched(global const int* in, global int* out) {
    prefetch(in, N);
    out[get_global_id(0)] = in[get_local_id(0)];
}
