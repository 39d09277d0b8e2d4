// Whether both work-items write is decided by a value in memory, or by what is computed of it.
kernel void compared(global float* out, global const float* in) {
    if (in[0] > 2.0f) out[0] = 1.0f;
}
kernel void computed(global float* out, global const float* in) {
    if (sqrt(in[0]) > 2.0f) out[0] = 1.0f;
}
