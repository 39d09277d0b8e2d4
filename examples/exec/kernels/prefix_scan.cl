// Inclusive sums in three steps: within each work-group, over the groups' totals, and both added.
void scan_group(local uint* values) {
    uint i = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = 1; d < get_local_size(0); d *= 2) {
        uint before = i >= d ? values[i - d] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        values[i] += before;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

kernel void scan_groups(global const uint* in, global uint* out, global uint* totals,
                        local uint* values, uint n) {
    uint i = get_local_id(0), at = get_global_id(0);
    values[i] = at < n ? in[at] : 0;
    scan_group(values);
    if (at < n) out[at] = values[i];
    if (i == get_local_size(0) - 1) totals[get_group_id(0)] = values[i];
}

// By one work-group: totals become exclusive sums.
kernel void scan_totals(global uint* totals, local uint* values, uint count) {
    uint i = get_local_id(0), size = get_local_size(0), sum = 0;
    for (uint at = 0; at < count; at += size) {
        uint mine = at + i < count ? totals[at + i] : 0;
        values[i] = mine;
        scan_group(values);
        if (at + i < count) totals[at + i] = sum + values[i] - mine;
        sum += values[size - 1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

kernel void add_totals(global uint* out, global const uint* totals, uint n) {
    uint at = get_global_id(0);
    if (at < n) out[at] += totals[get_group_id(0)];
}
