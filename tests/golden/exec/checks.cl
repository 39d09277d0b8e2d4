kernel void clean(global int* out, local int* part) {
    size_t l = get_local_id(0);
    part[l] = out[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = part[get_local_size(0) - 1 - l];
}

kernel void no_barrier(global int* out, local int* part) {
    size_t l = get_local_id(0);
    part[l] = out[get_global_id(0)];
    out[get_global_id(0)] = part[get_local_size(0) - 1 - l];
}

kernel void wrong_flag(global int* out, local int* part) {
    size_t l = get_local_id(0);
    part[l] = out[get_global_id(0)];
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[get_global_id(0)] = part[get_local_size(0) - 1 - l];
}

#define LAST(array) array[n]

kernel void outside(global int* out, int n) {
    int before[2] = {1, 2};
    LAST(before) = 3;
    out[get_global_id(0) + n] = before[0];
    *(global int*)0 = 1;
}

kernel void no_value(global int* out, global const int* in) {
    int sum;
    local int part[2];
    for (int k = 0; k < 2; ++k) sum += in[k];
    out[get_global_id(0)] = sum + part[1];
}

kernel void aligned(global int* out) {
    global int4* vectors = (global int4*)(out + 1);
    vectors[get_global_id(0)] = 1;
}

kernel void apart(global int* out) {
    if (get_local_id(0) == 0) barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = 1;
}
