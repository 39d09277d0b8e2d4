struct longer { int x[3]; };
kernel void told(struct longer s, global int* out) { out[0] = s.x[1]; }
