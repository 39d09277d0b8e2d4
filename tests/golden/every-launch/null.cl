// Where null points there is nothing: no race, and out of bounds.
kernel void always(global int* out) {
    global int* to = 0;
    to[0] = 1;
}

kernel void sometimes(global int* out, int n) {
    global int* to = n > 0 ? out : 0;
    to[get_global_id(0)] = 1;
}

kernel void asked(global int* out, int n) {
    global int* to = n > 0 ? out : 0;
    if (to) to[get_global_id(0)] = 1;
}

kernel void asked_the_other(global int* out, global int* in, int n) {
    global int* to = n > 0 ? out : in;
    if (to == in && n > 0) to[0] = 1;
}

kernel void asked_one_of_two(global int* out, global int* in, int n) {
    global int* to = n > 0 ? out : in;
    if (to == in) to[0] = 1;
}

kernel void atomically(global int* out) { atomic_inc((volatile global int*)0); }

// 0 is what is added here, and no pointer.
kernel void index_or_0(global int* out, int n) { out[n > 0 ? get_global_id(0) : 0] = 1; }
