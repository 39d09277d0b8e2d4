// What the chosen kernel does not need is not read: unions, vectors, samplers.

union bits { float f; int i; };
typedef float real;
struct body { real x; float4 v; };
constant real weights[2] = {1.0f, 2.0f};

enum { FIRST = 2, SECOND };
typedef struct { int low; int high; } range;
constant int table[2] = {FIRST, SECOND};

real twice(real x) { return x * 2.0f; }
int middle(range r) { return (r.low + r.high) / 2; }
range whole(int n) { range r = {0, n}; return r; }

kernel void floating(global float* f, global struct body* b) {
    f[get_global_id(0)] = twice(b[0].v.x) * weights[0];
}

kernel void integers(global int* x) {
    x[get_global_id(0)] = middle(whole(8)) + table[1];
    assert(x[get_global_id(0)] == 7);
}

kernel void race(global int* x) { x[0] = middle(whole((int)get_global_id(0))); }

kernel void uses_a_float(global int* x) { x[get_global_id(0)] = twice(x[0]); }

kernel void uses_a_union(global int* x, global union bits* b) { x[get_global_id(0)] = b->i; }
