// Arguments of any value, aggregates of all kinds, and the end of an unfolding.

struct inner {
    int a;
    char b;
};
struct outer {
    struct inner in[2];
    long z;
};

// Which places are alike is decided with what the buffer starts with.
kernel void any_index(global uint* G) {
    local int L[8];
    L[G[get_global_id(0)] % SIZE] = 1;
}

kernel void any_struct(global int* x, struct outer s) {
    clmm_assume(s.in[1].a > 3 && s.in[1].b < 100);
    x[get_global_id(0)] = s.in[1].a;
    assert(x[get_global_id(0)] > BOUND);
}

struct outer made(int i) {
    struct outer o = {{{1, 2}, {3, 4}}, 5};
    o.in[i & 1].a = i;
    return o;
}

kernel void nested(global struct outer* g) {
    struct outer n[2][2];
    const int i = get_global_id(0);
    n[0][1] = made(i);
    n[1][0] = n[0][1];
    n[1][0].in[1] = n[0][1].in[0];
    struct outer* p = &n[1][0];
    p->z = 9;
    g[i] = *p;
    assert(g[i].in[1].a == (i == 0 ? 0 : 1) && g[i].in[0].b == 2 && g[i].z == 9);
    assert((g[i].z > 3 ? *p : n[0][1]).z == 9);
}

void wait() { work_group_barrier(CLK_LOCAL_MEM_FENCE); }

kernel void limit(global int* x) {
    for (int i = 0; i < 1100; i++) wait();
    x[0] = 1;
}
