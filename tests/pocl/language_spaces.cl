uint of(uint* p) {
    return (to_global(p) == p) + 2 * (to_local(p) == p) + 4 * (to_private(p) == p);
}

/// What generic pointers point to.
kernel void spaces(global const uint* in, global uint* out) {
    local uint shared[64];
    uint mine[2];
    size_t i = get_global_id(0);
    uint* p = mine;
    if (in[i] & 1)
        p = out + i;
    else if (in[i] & 2)
        p = shared + get_local_id(0);
    uint where = of(p);
    *p = in[i];
    out[i] = 8 * (*p & 0xffff) + where;
}
