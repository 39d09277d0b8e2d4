// Loops whose step is a size: work-items' elements differ by their remainder.
kernel void by_local_size(global int* out, local int* tmp, int n) {
    for (int i = get_local_id(0); i < n; i += get_local_size(0)) tmp[i] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tmp[0];
}

// One step less: the next work-item's second element.
kernel void by_less(global int* out, local int* tmp, int n) {
    for (int i = get_local_id(0); i < n; i += get_local_size(0) - 1) tmp[i] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tmp[0];
}

kernel void by_global_size(global int* out) {
    for (uint i = 0; i < 100; i++) out[get_global_size(0) * i + get_global_id(0)] = 1;
}

// What is behind the last of a turn is the first of the next.
kernel void by_global_size_and_one(global int* out) {
    for (uint i = 0; i < 100; i++) out[get_global_size(0) * i + get_global_id(0) + (i & 1)] = 1;
}
