kernel void of_shorts(global int* out) {
    const short4 a = (short4)(1);
    out[0] = dot_acc_sat(a, a, 1);
}
