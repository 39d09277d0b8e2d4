kernel void k(global int *out) {
    int (*const p = out;
}
