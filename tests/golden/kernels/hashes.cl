// Each work-item hashes what its neighbour wrote before the barrier, and chooses an element by it. Any
// read could read any write, were it not for the barriers: more values than can be listed.
kernel void through_barriers(global uint* a) {
    const uint i = get_global_id(0);
    a[i] = i + 1;
    for (int step = 0; step < 6; ++step) {
        barrier(CLK_GLOBAL_MEM_FENCE);
        const uint v = a[(i + 1) % 4];
        const uint w = a[v % 4];
        barrier(CLK_GLOBAL_MEM_FENCE);
        a[i] = (v % 7 < 3 ? v * 31 : v * 17) + w;
    }
}

// The second barrier is missing in one step.
kernel void one_forgotten(global uint* a) {
    const uint i = get_global_id(0);
    a[i] = i + 1;
    for (int step = 0; step < 6; ++step) {
        barrier(CLK_GLOBAL_MEM_FENCE);
        const uint v = a[(i + 1) % 4];
        const uint w = a[v % 4];
        if (step != 4) barrier(CLK_GLOBAL_MEM_FENCE);
        a[i] = (v % 7 < 3 ? v * 31 : v * 17) + w;
    }
}
