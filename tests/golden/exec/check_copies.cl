// Async copies: what is under way until somebody waits for its event.

kernel void waited(global int* in, global int* out, local int* tile) {
    const size_t i = get_local_id(0);
    event_t event = async_work_group_copy(tile, in, get_local_size(0), 0);
    event = async_work_group_copy(tile + get_local_size(0), in, get_local_size(0), event);
    wait_group_events(1, &event);
    out[i] = tile[i] + tile[get_local_size(0) + i];
}

// The wait comes after the read.
kernel void early(global int* in, global int* out, local int* tile) {
    event_t event = async_work_group_copy(tile, in, get_local_size(0), 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_local_id(0)] = tile[get_local_id(0)];
    wait_group_events(1, &event);
}

// What is copied may be read meanwhile.
kernel void source_read(global int* in, global int* out, local int* tile) {
    event_t event = async_work_group_copy(tile, in, get_local_size(0), 0);
    out[get_local_id(0)] = in[get_local_id(0)];
    wait_group_events(1, &event);
}

kernel void source_written(global int* in, global int* out, local int* tile) {
    event_t event = async_work_group_copy(tile, in, get_local_size(0), 0);
    in[get_local_id(0)] = 7;
    wait_group_events(1, &event);
    out[get_local_id(0)] = tile[get_local_id(0)];
}

kernel void one_place(global int* in, global int* out, local int* tile) {
    event_t events[2];
    events[0] = async_work_group_copy(tile, in, 2, 0);
    events[1] = async_work_group_copy(tile + 1, in, 2, 0);
    wait_group_events(2, events);
    out[get_local_id(0)] = tile[0];
}

// Every other element of one buffer: the two copies do not meet.
kernel void interleaved(global int* in, global int* out, local int* tile) {
    tile[get_local_id(0)] = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t events[2];
    events[0] = async_work_group_strided_copy(out, tile, 2, 2, 0);
    events[1] = async_work_group_strided_copy(out + 1, tile, 2, 2, 0);
    wait_group_events(2, events);
}

kernel void unwaited(global int* in, global int* out, local int* tile) {
    async_work_group_copy(tile, in, get_local_size(0), 0);
    out[get_local_id(0)] = 1;
}

kernel void no_event(global int* in, global int* out, local int* tile) {
    event_t event = 0;
    wait_group_events(1, &event);
    out[get_local_id(0)] = 1;
}

kernel void sources_differ(global int* in, global int* out, local int* tile) {
    event_t event = async_work_group_copy(tile, in + get_local_id(0), 2, 0);
    wait_group_events(1, &event);
    out[get_local_id(0)] = tile[0];
}

// Each group copies what is its own.
kernel void by_group(global int* in, global int* out, local int* tile) {
    event_t event =
        async_work_group_copy(tile, in + get_group_id(0) * get_local_size(0), get_local_size(0), 0);
    wait_group_events(1, &event);
    out[get_global_id(0)] = tile[get_local_id(0)];
}

kernel void events_differ(global int* in, global int* out, local int* tile) {
    event_t events[2];
    events[0] = async_work_group_copy(tile, in, 2, 0);
    events[1] = async_work_group_copy(tile + 2, in, 2, 0);
    wait_group_events(1, events + (get_local_id(0) & 1));
    out[get_local_id(0)] = 1;
}

kernel void not_all(global int* in, global int* out, local int* tile) {
    event_t event = async_work_group_copy(tile, in, 2, 0);
    if (get_local_id(0) == 0) event = async_work_group_copy(tile + 2, in, 2, event);
    wait_group_events(1, &event);
    out[get_local_id(0)] = 1;
}

kernel void flags_differ(global int* in, global int* out, local int* tile) {
    barrier(get_local_id(0) == 2 ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE);
    out[get_local_id(0)] = 1;
}

kernel void flags_alike(global int* in, global int* out, local int* tile) {
    barrier(in[0] == 2 ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE);
    out[get_local_id(0)] = 1;
}
