// Private and local memory of every work-item is as aligned as its widest type.
kernel void k(global int* out) {
    char odd = (char)get_local_id(0);
    long16 wide[2];
    int3 three;
    local long16 shared[2];
    three = (int3)(1, 2, 3);
    wide[0] = (long16)(odd);
    wide[1] = wide[0] + (long16)(1);
    if (get_local_id(0) == 0) shared[1] = wide[1];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = (int)wide[1].sf + (int)shared[1].s0 + three.z + odd;
}
