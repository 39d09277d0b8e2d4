// What two work-items read from one place without a barrier between is one value.
kernel void read_together(local int* tmp, int n) {
    tmp[get_local_id(0)] = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (tmp[0] != n) return;
    barrier(CLK_LOCAL_MEM_FENCE);
    tmp[get_local_id(0)] = 1;
}

kernel void read_apart(local int* tmp, int n) {
    tmp[get_local_id(0)] = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (tmp[get_local_id(0)] != n) return;
    barrier(CLK_LOCAL_MEM_FENCE);
    tmp[get_local_id(0)] = 1;
}

// The write that each reads before or after.
kernel void read_while_written(local int* tmp, int n) {
    tmp[get_local_id(0)] = get_local_id(0) + 1;
    if (tmp[0] != n) return;
    barrier(CLK_LOCAL_MEM_FENCE);
    tmp[get_local_id(0)] = 1;
}

kernel void read_turn_by_turn(local int* tmp, int n) {
    for (int k = 0; k < n; k++) {
        if (tmp[0] == k + 1) break;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) == 1) tmp[0] = k + 2;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// One barrier leaves a turn's write beside the next turn's read.
kernel void read_beside_last_turn(local int* tmp, int n) {
    for (int k = 0; k < n; k++) {
        if (tmp[0] == k + 1) break;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) == 1) tmp[0] = k + 2;
    }
}

// Another work-group may write between.
kernel void read_across_groups(global int* data, int n) {
    if (data[0] != n) return;
    barrier(CLK_GLOBAL_MEM_FENCE);
    data[get_local_id(0)] = 1;
}

kernel void read_only_then(global const int* data, global int* out, local int* tmp) {
    out[get_global_id(0)] = 0;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (out[get_group_id(0) * get_local_size(0)] != data[0]) return;
    barrier(CLK_LOCAL_MEM_FENCE);
    tmp[get_local_id(0)] = 1;
}

// The barrier orders nothing in global memory.
kernel void read_with_wrong_flag(global int* out, local int* tmp) {
    out[get_global_id(0)] = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (out[get_group_id(0) * get_local_size(0)] != 0) return;
    barrier(CLK_LOCAL_MEM_FENCE);
    tmp[get_local_id(0)] = 1;
}
