// What buffers were created for.

kernel void adds(global int* in, global int* out) {
    const size_t i = get_global_id(0);
    out[i] += in[i]++;
}

kernel void copies(global int* in, global int* out) {
    const size_t i = get_global_id(0);
    out[i] = in[i];
}
