// The C library's mathematics is opened when it is first called, which a sandbox would forbid.
kernel void k(global float* out) {
    out[0] = pow(out[1], 3.0f);
    out[1] = floor(out[2]);
    out[2] = cbrt(out[3]);
}
