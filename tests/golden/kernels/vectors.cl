// Vectors: an access of one is an access of each of its components.
constant float4 table[2] = {(float4)(1, 2, 3, 4), (float4)(0.5f)};
struct particle { float4 position; int kind; };

/// One component against another, and against the whole.
kernel void components_apart(global int4* v) {
    if (get_global_id(0) == 0) v[0].x = 1;
    else v[0].zw = (int2)(2, 3);
}
kernel void component_and_whole(global int4* v) {
    if (get_global_id(0) == 0) v[0].y = 1;
    else v[0] = (int4)(0);
}
kernel void loaded_apart(global int* a, global const int* b) {
    size_t i = get_global_id(0);
    vstore2(vload2(i, b) + 1, i, a);
}
/// vload2 of the neighbour begins one element before.
kernel void loaded_across(global int* a) {
    size_t i = get_global_id(0);
    vstore2((int2)(1, 2), 0, a + i);
}
/// The third component is the last one, though a vector of three takes the place of four.
kernel void three(global int* a) {
    size_t i = get_global_id(0);
    vstore3((int3)(1, 2, 3), i, a);
    assert(sizeof(int3) == 16);
    assert(vload3(i, a).z == 3);
}

kernel void values(int4 given) {
    int4 v = (int4)(1, 2, 3, 4);
    assert(v.x == 1 && v.s3 == 4 && v.hi.y == 4 && v.lo.y == 2 && v.even.y == 3 && v.odd.x == 2);
    v.xw = v.wx;
    assert(v.x == 4 && v.w == 1 && all(v.yz == (int2)(2, 3)));
    v.lo += 10;
    v.wzyx.x = 7;
    assert(v.s0 == 14 && v.y == 12 && v.w == 7);
    int8 w = (int8)(v, 5, (int2)(6, 7), 8);
    assert(w.s0 == 14 && w.s4 == 5 && w.s6 == 7 && w.S7 == 8);
    assert(any(v == 12) && !all(v == 12) && (v > 10).x == -1 && (v > 10).z == 0);
    assert(all((v < 13 ? (int4)(1) : (int4)(2)) == (int4)(2, 1, 1, 1)));
    assert(all(select(v, (int4)(0), v > 12) == (int4)(0, 12, 3, 7)));
    assert(all(min(v, 5) == (int4)(5, 5, 3, 5)) && all(-v == 0 - v) && all(~v == -v - 1));
    assert(all((!v) == (int4)(0)) && all((v && (int4)(1, 0, 1, 0)) == (int4)(-1, 0, -1, 0)));
    uchar4 bytes = (uchar4)(200, 100, 50, 25);
    assert(all(bytes + bytes == (uchar4)(144, 200, 100, 50)));
    assert(all(bytes << (uchar4)(1, 9, 0, 8) == (uchar4)(144, 200, 50, 25)));
    assert(as_uint((uchar4)(1, 2, 3, 4)) == 0x04030201 && as_uchar4(0x01020304).x == 4);
    assert(all(convert_uchar4_sat((int4)(-1, 300, 7, 255)) == (uchar4)(0, 255, 7, 255)));
    assert(convert_float4((int4)(3)).w == 3.0f && as_float4((uint4)(0x40000000)).y == 2.0f);
    int2 pair = {1, 2}, pairs[2] = {{3, 4}, (int2)(5)};
    assert(pair.y == 2 && pairs[0].y == 4 && pairs[1].y == 5);
    float4 f = table[0] * 2 + table[1];
    assert(isequal(table[0], (float4)(1, 0, 3, 0)).z == -1 && fabs(-table[0]).y == 2);
    struct particle p = {(float4)(1, 2, 3, 4), 5}, q = p;
    assert(q.position.w == 4 && q.kind == 5 && sizeof(q) == 32);
    assert(given.x == 3 && given.w == 3);
    v = given++;
    assert(v.z == 3 && given.z == 4 && f.x == f.x || isnan(f.x));
}
kernel void wrong() {
    int4 v = (int4)(1, 2, 3, 4);
    assert(all(v.xyz == (int3)(1, 2, 4)));
}
kernel void lengths(global float4* v) {
    if (length(v[0]) > 1) v[0].x = dot(v[0], v[1]) + cross(v[0], v[1]).x;
}
kernel void aligned_wrongly(global int* a) { *(global int2*)(a + 1) = (int2)(1, 2); }
kernel void aligned_rightly(global int* a) { *(global int2*)(a + 2 * get_global_id(0)) = (int2)(1, 2); }
kernel void beyond(global int* a) { vstore4((int4)(0), get_global_id(0), a); }
kernel void given_any(int2 v) { assert(v.x == v.y); }
kernel void given_same(int2 v) { assert(all(v == v)); }
kernel void halves(global half* h) {
    size_t i = get_global_id(0);
    vstore_half2(vload_half2(i, h), i, h);
}

kernel void no_component(int2 v) { v.z = 1; }
kernel void undefined_component(int3 v) { v.hi.y = 1; }
kernel void other_lengths(int2 v, int4 w) { v + w; }
kernel void other_types(int2 v, uint2 w) { v + w; }
kernel void literal_too_long() { int2 v = (int2)(1, 2, 3); }
kernel void truth_of(int2 v) { if (v) return; }
kernel void address_of_two(int4 v) { &v.xy; }
