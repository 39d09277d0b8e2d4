// What is written of values that are not followed is kept where something hangs on it, else 0.
kernel void work(global float* out, global const float* in) {
    local float a[2];
    local float flag[2];
    size_t i = get_local_id(0);
    a[i] = in[i] * 2.5f;
    flag[i] = in[i] + 1.0f;
    if (flag[i] > 1.0f) out[i] = a[i];
}
/// Both write where their flags say so: what is remembered in a flag is not forgotten.
kernel void decided(global float* out, global const float* in) {
    local float flag[2];
    size_t i = get_local_id(0);
    flag[i] = in[i] + 1.0f;
    if (flag[i] > 1.0f) out[0] = in[i];
}
