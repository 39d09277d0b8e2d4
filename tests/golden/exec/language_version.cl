kernel void language_version(global int* out) { out[0] = __OPENCL_C_VERSION__; }
