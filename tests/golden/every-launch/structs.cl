// Elements whose size has an odd factor.
struct part {
    global int* at[5];
    int count;
};

kernel void own_part(global struct part* parts, global int* to) {
    parts[get_global_id(0)].count = 1;
    parts[get_global_id(0)].at[3] = to;
}

kernel void own_three(global int* out) {
    out[3 * get_global_id(0)] = 1;
    out[3 * get_global_id(0) + 2] = 1;
}

kernel void four_of_three(global int* out) {
    out[3 * get_global_id(0)] = 1;
    out[3 * get_global_id(0) + 3] = 1;
}

// A long is two of the ints, and begins in the middle of every third.
kernel void other_width(global int* out) {
    out[6 * get_global_id(0) + 1] = 1;
    ((global long*)out)[3 * get_global_id(0) + 1] = 1;
}

kernel void other_width_same(global int* out) {
    out[6 * get_global_id(0) + 1] = 1;
    ((global long*)out)[3 * get_global_id(0) + 3] = 1;
}
