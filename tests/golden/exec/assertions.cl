kernel void assertions(global int* out, int n) {
    const int i = get_global_id(0);
    out[i] = i;
    assert(out[i] == i);
    if (i == n) assert(i < 3);
}
