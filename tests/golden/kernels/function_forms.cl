// Which form of a built-in function a call means.
kernel void mixed(global float4* out, global int4* in) {
    const float4 v = out[0];
    out[0] = select(0.5f, v, v > 2.0f);
    out[1] = bitselect(v, 0.5f, v);
    out[2] = clamp(v, 0.0f, 1.0f) + mix(v, v, 0.5f) + fmax(v, 2.0f);
    in[0] = max(in[0], 3) + rotate(in[0], 5) + mul24(in[0], in[1]);
    in[1].x = mul24((char)3, in[1].y);
}
kernel void picked(global int4* p, global uint4* mask) {
    p[0] = shuffle(p[0], (uint4)(3, 2, 1, 4));
    p[1] = shuffle2(p[0], p[1], mask[0]);
    p[2].xy = shuffle(p[1], (uint2)(1, 1));
    assert(p[2].x == p[1].y);
}
