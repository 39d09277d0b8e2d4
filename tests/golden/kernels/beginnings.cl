// What memory holds at the start, and what it was created for.
kernel void filled(global int* n, global float2* f, global uchar* c) {
    assert(n[0] == 7 && n[3] == 7);
    assert(f[0].x == 0.0f && f[1].y == 3.0f);
    assert(c[2] == 255);
}
kernel void seeded(global uint* n, global float* f) {
    n[2] = n[0] ^ n[1];
    assert(f[0] >= 0.0f && f[0] < 1.0f);
}
kernel void counts(global uint* n) { atomic_inc(n); }
kernel void compares(global uint* n) { atomic_cmpxchg(n, 5, 1); }
kernel void stores(global uint* n) { n[get_global_id(0)] = 1; }
kernel void loads(global uint* n, global uint* out) { out[get_global_id(0)] = n[get_global_id(0)]; }
kernel void updates(global uint4* n) { n[0].y += 1; }
kernel void endless(global float* f) { assert(f[0] > 1.0f); }
kernel void nowhere(global int* p, global int* x) {
    if (p) x[0] = p[0];
}
