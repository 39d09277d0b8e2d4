// `v[i]` is a component of a vector, in memory, in a variable and of a value.
kernel void in_a_variable(global const float* in, global float* out, int n) {
    float4 v = vload4(0, in);
    for (int i = 0; i < n; i++) out[i] = v[i];
    for (int i = 0; i < 4; i++) v[i] = i;
    assert(v.x == 0 && v.y == 1 && v.z == 2 && v.w == 3);
}
int4 from(int x) { return (int4)(x, x + 1, x + 2, x + 3); }
kernel void of_values(global int4* p, int i) {
    if (i < 0 || i > 3) return;
    assert(from(3)[i] == 3 + i);
    assert((p[0] + 1)[i] == p[0][i] + 1);
}
kernel void apart(global int4* p) {
    p[0][get_local_id(0)] = 1;
    if (get_local_id(0) == 1) p[0].w = 2;
}
kernel void racy(global int4* p) {
    p[0][get_local_id(0)] = 1;
    if (get_local_id(0) == 1) p[0].x = 2;
}
// Behind the vector lies another one.
kernel void beyond(global int4* p, int i) {
    if (i >= 0 && i < 8) p[get_local_id(0) * 0][i] = 1;
}
