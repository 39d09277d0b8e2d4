// An access at no multiple of its size is one of its bytes, besides being undefined.

kernel void inside(global int* x) {
    if (get_global_id(0) == 0) x[1] = 1;
    if (get_global_id(0) == 1) *(global short*)((global char*)x + OFFSET) = 2;
}

// Not only misaligned.
kernel void outside(global int* x) { ((global long*)&x[1])[10] = 0; }

kernel void own() {
    int x[2] = {0, 0};
    ((private long*)&x[1])[OFFSET] = 0;
}
