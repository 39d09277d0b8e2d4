// What is not followed is named.
kernel void copies(global const int* in, local int* tmp, global int* out) {
    const event_t done = async_work_group_copy(tmp, in, in[0], 0);
    wait_group_events(1, &done);
    out[get_global_id(0)] = tmp[get_local_id(0)];
}

kernel void through_memory(global int* global* where) { *where[get_global_id(0)] = 1; }
