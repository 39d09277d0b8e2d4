// One sum for each work-group, whose size is a power of two.
kernel void reduce_int(global const int* in, global int* out, local int* sums, uint n) {
    uint i = get_local_id(0), at = get_global_id(0);
    sums[i] = at < n ? in[at] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
        if (i < s) sums[i] += sums[i + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i == 0) out[get_group_id(0)] = sums[0];
}

kernel void reduce_float(global const float* in, global float* out, local float* sums, uint n) {
    uint i = get_local_id(0), at = get_global_id(0);
    sums[i] = at < n ? in[at] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {
        if (i < s) sums[i] += sums[i + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i == 0) out[get_group_id(0)] = sums[0];
}
