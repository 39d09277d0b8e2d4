// Dot products of vectors of bytes.
kernel void byte_dot(global uint* out) {
    const uint i = get_global_id(0);
    const uint a = 0x80ff7f01 + i;  // -128, -1, 127, 1, or 128, 255, 127, 1
    const uint b = 0x807f02ff;      // -128, 127, 2, -1, or 128, 127, 2, 255
    out[i * 6] = dot(as_uchar4(a), as_uchar4(b));
    out[i * 6 + 1] = dot(as_char4(a), as_char4(b));
    out[i * 6 + 2] = dot(as_uchar4(a), as_char4(b));
    out[i * 6 + 3] = dot(as_char4(a), as_uchar4(b));
    out[i * 6 + 4] = dot_acc_sat(as_uchar4(a), as_uchar4(b), 0xffffff00u);
    out[i * 6 + 5] = dot_acc_sat(as_uchar4(a), as_char4(b), INT_MIN + 100);
}

kernel void of_floats(global float* out) {
    out[0] = dot((float4)(1, 2, 3, 4), (float4)(5, 6, 7, 8));
}
