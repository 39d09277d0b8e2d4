// How often each byte occurs: counted in local memory, then added to the whole.
kernel void histogram(global const uchar* in, global uint* bins, uint n) {
    local uint mine[256];
    for (uint i = get_local_id(0); i < 256; i += get_local_size(0)) mine[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint at = get_global_id(0);
    if (at < n) atomic_inc(&mine[in[at]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_local_id(0); i < 256; i += get_local_size(0)) atomic_add(&bins[i], mine[i]);
}
