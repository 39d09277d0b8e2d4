// vload and vstore of halves themselves, as cl_khr_fp16 has them.
kernel void move(global const half* in, global half* out) {
    vstore4(vload4(get_global_id(0), in), get_global_id(STEP), out);
}
