// Integers beside floating-point arguments of built-in functions.
kernel void convert_arguments(global float* out, int n) {
    out[0] = pow(out[0], 2);
    out[1] = fmax(-1.0f, n) + clamp(out[1], 0, 1);
    out[2] = mix((float4)(1, 2, 3, 4), 3, 0.5f).w;
    out[3] = ldexp(1.5f, 2L) + fma(out[3], n, 1) + min(2.5f, n);
}

#ifdef AMBIGUOUS
kernel void ambiguous(global float* out) { out[0] = sqrt(4); }
#endif
