/// Blocks that are called.
kernel void blocks(global const uint* in, global uint* out) {
    size_t i = get_global_id(0);
    int base = in[i] & 0xff;
    int (^const plus)(int) = ^(int v) { return v + base; };
    base = 1000;
    out[i] = plus(plus(in[i] >> 8 & 0xff)) * 3 + plus(base);
}
