kernel void k(global int* out) {
#ifdef OUTERMOST
    local int sum;
#endif
    if (get_local_size(0) > 1) {
#ifndef OUTERMOST
        local int sum;
#endif
        if (get_local_id(0) == 0) sum = 3;
        barrier(CLK_LOCAL_MEM_FENCE);
        out[get_global_id(0)] = sum;
    }
}
