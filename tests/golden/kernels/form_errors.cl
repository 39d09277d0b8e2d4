// Calls that no form of a built-in function takes, or several equally well.
kernel void floats(global float* p) { p[0] = mul24(p[0], 2.0f); }
kernel void sums(global float* p) { p[0] = mad24(p[0], p[0], p[0]); }
kernel void differs(global int* p, uint n) { p[0] = min(p[0], n); }
kernel void widths(global float4* p) { p[0] = select(p[0], 0.5f, p[0].xy > 1.0f); }
kernel void truth(global float4* p) { p[0] = select(p[0], 0.5f, p[0]); }
kernel void scalar(global float4* p, global int4* q) { p[0] = bitselect(p[0], q[0], p[0]); }
kernel void bits(global float* p) { p[0] = popcount(p[0]); }
kernel void signs(global int4* p) { p[0] = shuffle(p[0], p[1]); }
kernel void halves(global int4* p) { p[0].xyz = shuffle(p[0].xyz, (uint3)(1, 1, 1)); }
