// Sums of a vector by work-groups: each adds up its part as a tree in local memory.
kernel void reduce(global const float* in, uint n, global float* sums, local float* part) {
    const uint i = get_global_id(0);
    const uint l = get_local_id(0);
    part[l] = i < n ? in[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = get_local_size(0) / 2; step > 0; step /= 2) {
        if (l < step) part[l] += part[l + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) sums[get_group_id(0)] = part[0];
}
