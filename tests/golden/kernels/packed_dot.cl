// Dot products of bytes that are packed in words.
kernel void packed_dot(global uint* out) {
    const uint i = get_global_id(0);
    const uint a = 0x80ff7f01 + i;  // -128, -1, 127, 1, or 128, 255, 127, 1
    const uint b = 0x807f02ff;      // -128, 127, 2, -1, or 128, 127, 2, 255
    out[i * 6] = dot_4x8packed_uu_uint(a, b);
    out[i * 6 + 1] = dot_4x8packed_ss_int(a, b);
    out[i * 6 + 2] = dot_4x8packed_us_int(a, b);
    out[i * 6 + 3] = dot_4x8packed_su_int(a, b);
    out[i * 6 + 4] = dot_acc_sat_4x8packed_uu_uint(a, b, 0xffffff00u);
    out[i * 6 + 5] = dot_acc_sat_4x8packed_us_int(a, b, INT_MIN + 100);
}
