// Asynchronous copies: a work-group makes one together, which goes on until it is waited for.
#define N 8

kernel void waited_for(global const int* in, global int* out) {
    local int tile[N];
    const event_t done = async_work_group_copy(tile, in, N, 0);
    wait_group_events(1, &done);
    out[get_global_id(0)] = tile[0];
}

kernel void not_waited_for(global const int* in, global int* out) {
    local int tile[N];
    async_work_group_copy(tile, in, N, 0);
    out[get_global_id(0)] = tile[0];
}

kernel void barrier_in_place(global const int* in, global int* out) {
    local int tile[N];
    const event_t done = async_work_group_copy(tile, in, N, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[0];
    wait_group_events(1, &done);
}

kernel void other_event(global const int* in, global int* out) {
    local int tile[N], other[N];
    const event_t done = async_work_group_copy(tile, in, N, 0);
    const event_t later = async_work_group_copy(other, in, N, 0);
    wait_group_events(1, &done);
    out[get_global_id(0)] = other[0];
    wait_group_events(1, &later);
}

kernel void joint_event(global const int* in, global int* out) {
    local int tile[N], other[N];
    event_t done = async_work_group_copy(tile, in, N, 0);
    done = async_work_group_copy(other, in, N, done);
    wait_group_events(1, &done);
    out[get_global_id(0)] = tile[0] + other[0];
}

kernel void own_write_before(global int* out) {
    local int tile[N];
    if (get_local_id(0) < N) tile[get_local_id(0)] = 1;
    const event_t done = async_work_group_copy(out + N * get_group_id(0), tile, N, 0);
    wait_group_events(1, &done);
}

kernel void barrier_before(global int* out) {
    local int tile[N];
    if (get_local_id(0) < N) tile[get_local_id(0)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    const event_t done = async_work_group_copy(out + N * get_group_id(0), tile, N, 0);
    wait_group_events(1, &done);
}

kernel void groups_to_one_place(global int* out) {
    local int tile[N];
    if (get_local_id(0) < N) tile[get_local_id(0)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    const event_t done = async_work_group_copy(out, tile, N, 0);
    wait_group_events(1, &done);
}

kernel void of_an_item(global const int* in) {
    local int tile[N];
    const event_t done = async_work_group_copy(tile, in + get_local_id(0), N, 0);
    wait_group_events(1, &done);
}

kernel void of_some(global const int* in) {
    local int tile[N];
    event_t done = 0;
    if (get_local_id(0) < 3) done = async_work_group_copy(tile, in, N, 0);
    wait_group_events(1, &done);
}

kernel void beyond(global const int* in) {
    local int tile[N];
    const event_t done = async_work_group_copy(tile, in, N + 1, 0);
    wait_group_events(1, &done);
}

kernel void behind_a_loop(global const int* in, global int* out, int n) {
    local int tile[N], other[N];
    const event_t done = async_work_group_copy(tile, in, N, 0);
    for (int i = 0; i < n; ++i) {
        if (get_local_id(0) == 0) other[0] = i;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = tile[0];
    wait_group_events(1, &done);
}

kernel void in_a_loop(global const int* in, global int* out, int n) {
    local int tile[N];
    for (int i = 0; i < n; ++i) {
        const event_t done = async_work_group_copy(tile, in + i, N, 0);
        wait_group_events(1, &done);
        out[get_global_id(0)] = tile[0];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// As many elements as a group has work-items.
kernel void of_group(global int* data, local int* tile) {
    const size_t first = get_group_id(0) * get_local_size(0);
    event_t done = async_work_group_copy(tile, data + first, get_local_size(0), 0);
    wait_group_events(1, &done);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    done = async_work_group_copy(data + first, tile, get_local_size(0), 0);
    wait_group_events(1, &done);
}

kernel void of_group_and_one(global int* data, local int* tile) {
    const size_t first = get_group_id(0) * get_local_size(0);
    event_t done = async_work_group_copy(data + first, tile, get_local_size(0) + 1, 0);
    wait_group_events(1, &done);
}

kernel void of_any_number(global int* data, local int* tile, ulong n) {
    event_t done = async_work_group_copy(tile, data, n, 0);
    wait_group_events(1, &done);
}
