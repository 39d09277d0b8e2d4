// Kernels of one file have processes of their own, and what becomes of one is not another's answer.
kernel void fine(global int* out) { out[get_global_id(0)] = 1; }

kernel void racy(global int* out) { out[0] = get_global_id(0); }

kernel void divergent(global int* out, local int* tmp) {
    if (get_local_id(0) == 0) barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = 1;
}
