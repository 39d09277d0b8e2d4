// The work-items of a group do not all reach the barrier, and write one place.
// --only-divergence --local_size=8 --global_size=16 --warp-sync=8
kernel void diverges(global int* data) {
    data[0] = get_local_id(0);
    if (get_local_id(0) < 4) barrier(CLK_GLOBAL_MEM_FENCE);
}
