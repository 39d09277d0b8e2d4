// The text begins with a byte-order mark.
kernel void k(global int* x) { x[get_global_id(0)] = 1; }
