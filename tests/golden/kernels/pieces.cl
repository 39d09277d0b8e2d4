// Accesses of memory with other widths than its elements have.

kernel void bytes_of_ints(global int* x) {
    global char* c = (global char*)x;
    assert(c[0] == 2 && c[1] == 1);
    c[5] = 7;
    assert(x[1] == 3 + (7 << 8));
}

kernel void ints_of_bytes(global uchar* b, uint n) {
    global uint* x = (global uint*)b;
    assert(x[1] == 0x08070605);
    x[n & 1] = 0;
    assert(b[(n & 1) * 4 + 3] == 0);
}

// Byte 10 is one of L[2]'s.
kernel void race(global int* G) {
    local int L[4];
    if (get_local_id(0) == 0) L[2] = G[0];
    local char* p = (local char*)&L[0];
    if (get_local_id(0) == 1) p[BYTE] = 42;
}

kernel void atomics(global atomic_int* a) {
    if (get_global_id(0) == 0) atomic_fetch_add(a, 1);
    if (get_global_id(0) == 1) ((global char*)a)[1] = 1;
}

// Of a width of their own, parts of an object may be atomic.
kernel void halves(global ulong* a) {
    global atomic_uint* h = (global atomic_uint*)a;
    atomic_fetch_add(&h[get_global_id(0)], 1);
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    assert(a[0] == 0x100000001);
}
