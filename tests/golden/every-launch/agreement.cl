// Arguments that all work-items of a group have to give alike.

kernel void index_of_each(global int* out) {
    out[get_global_id(0)] = work_group_broadcast((int)get_global_id(0), get_local_id(0));
}

kernel void index_of_group(global int* out) {
    out[get_global_id(0)] = work_group_broadcast((int)get_global_id(0), get_group_id(0) % get_local_size(0));
}

kernel void index_in_two_dimensions(global int* out) {
    out[get_global_id(0)] = work_group_broadcast((int)get_global_id(0), 0, get_local_id(0) > 0 ? 1 : 0);
}

// What a group reads of one place, and what it computes together, is the same for all.
kernel void index_that_is_read(global int* out, global const int* in) {
    const int l = in[get_group_id(0)] & 1;
    out[get_global_id(0)] = work_group_broadcast((int)get_global_id(0), min(l, (int)get_local_size(0) - 1));
}

kernel void index_of_sub_group(global int* out) {
    out[get_global_id(0)] = sub_group_broadcast((int)get_global_id(0), get_sub_group_id());
}

kernel void index_of_lane(global int* out) {
    out[get_global_id(0)] = sub_group_broadcast((int)get_global_id(0), get_sub_group_local_id());
}

kernel void flags_of_each(global int* out) {
    barrier(get_local_id(0) == 0 ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE);
    out[get_global_id(0)] = 1;
}

kernel void flags_of_group(global int* out) {
    barrier(get_group_id(0) == 0 ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE);
    out[get_global_id(0)] = 1;
}

kernel void scope_of_each(global int* out) {
    work_group_barrier(CLK_GLOBAL_MEM_FENCE,
                       get_local_id(0) == 0 ? memory_scope_work_group : memory_scope_device);
    out[get_global_id(0)] = 1;
}

kernel void scope_of_group(global int* out) {
    work_group_barrier(CLK_GLOBAL_MEM_FENCE,
                       get_group_id(0) == 0 ? memory_scope_work_group : memory_scope_device);
    out[get_global_id(0)] = 1;
}

// What flags that are no constant order is what they are in a run.
kernel void exchange_by_flags(global int* out, local int* tile, uint flags) {
    const int l = get_local_id(0);
    tile[l] = l;
    barrier(flags);
    out[get_global_id(0)] = tile[get_local_size(0) - 1 - l];
}

kernel void elements_of_each(global const int* in, local int* tile) {
    const event_t done = async_work_group_copy(tile, in, 1 + (get_local_id(0) & 1), 0);
    wait_group_events(1, &done);
}
