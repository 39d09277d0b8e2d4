kernel void scale(global int* data, int factor) { data[get_global_id(0)] *= factor; }

kernel void vectors(global float4* a, global float3* b, float2 s) {
    const size_t i = get_global_id(0);
    a[i] *= s.x;
    b[i].y = s.y;
}

kernel void add(global const int* a, global int* b) {
    b[get_global_id(0)] = a[get_global_id(0)] + 1;
}

kernel void half_sum(global half* h, global double* d, global uchar* u, ulong n) {
    u[get_global_id(0)] += (uchar)n;
}

kernel void count(global atomic_int* c) {
    atomic_fetch_add_explicit(c, 1, memory_order_relaxed, memory_scope_device);
}

struct pair { int a; float b; };
kernel void pairs(global struct pair* p) { p[get_global_id(0)].a = 7; }
