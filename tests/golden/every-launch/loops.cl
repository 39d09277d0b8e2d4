// Kernels with loops, with and without barriers in them.
kernel void tree(global const int* in, global int* out, local int* tmp) {
    const int item = get_local_id(0);
    tmp[item] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (item < s) tmp[item] += tmp[item + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) out[get_group_id(0)] = tmp[0];
}

kernel void tree_without_barrier(global const int* in, global int* out, local int* tmp) {
    const int item = get_local_id(0);
    tmp[item] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = get_local_size(0) / 2; s > 0; s >>= 1)
        if (item < s) tmp[item] += tmp[item + s];
    if (item == 0) out[get_group_id(0)] = tmp[0];
}

kernel void tree_result_of_each(global const int* in, global int* out, local int* tmp) {
    const int item = get_local_id(0);
    tmp[item] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (item < s) tmp[item] += tmp[item + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_group_id(0)] = tmp[0];
}

kernel void scan(global int* data, local int* tmp) {
    const int item = get_local_id(0);
    tmp[item] = data[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 1; s < get_local_size(0); s <<= 1) {
        int before = 0;
        if (item >= s) before = tmp[item - s];
        barrier(CLK_LOCAL_MEM_FENCE);
        tmp[item] += before;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    data[get_global_id(0)] = tmp[item];
}

kernel void scan_one_barrier(global int* data, local int* tmp) {
    const int item = get_local_id(0);
    tmp[item] = data[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 1; s < get_local_size(0); s <<= 1) {
        if (item >= s) tmp[item] += tmp[item - s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    data[get_global_id(0)] = tmp[item];
}

// What stands behind the last barrier of a turn meets what stands before the first of the next.
kernel void turns(global int* out, local int* tmp, int n) {
    const int item = get_local_id(0);
    int sum = 0;
    for (int k = 0; k < n; k++) {
        tmp[item] = k;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += tmp[(item + 1) % get_local_size(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

kernel void turns_one_barrier(global int* out, local int* tmp, int n) {
    const int item = get_local_id(0);
    int sum = 0;
    for (int k = 0; k < n; k++) {
        tmp[item] = k;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += tmp[(item + 1) % get_local_size(0)];
    }
    out[get_global_id(0)] = sum;
}

kernel void two_buffers(global int* out, local int* tmp, int n) {
    const int item = get_local_id(0), size = get_local_size(0);
    int sum = 0, now = 0;
    for (int k = 0; k < n; k++) {
        tmp[now * size + item] = k;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += tmp[now * size + (item + 1) % size];
        now = 1 - now;
    }
    out[get_global_id(0)] = sum;
}

// The last turn meets what stands behind the loop, and what stands before it meets the first.
kernel void before_and_behind(global int* out, local int* tmp, int n) {
    const int item = get_local_id(0);
    for (int k = 0; k < n; k++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        tmp[item] = k;
    }
    out[get_global_id(0)] = tmp[0];
}

kernel void no_turn(global int* out, local int* tmp, int n) {
    const int item = get_local_id(0);
    tmp[item] = item;
    for (int k = 0; k < n; k++) barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tmp[0];
}

kernel void uneven_turns(local int* tmp, int n) {
    for (int i = get_local_id(0); i < n; i++) barrier(CLK_LOCAL_MEM_FENCE);
}

kernel void strided(global int* out, int n) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) out[i] = i;
}

kernel void strided_by_group(global int* out, int n) {
    for (int i = get_global_id(0); i < n; i += get_local_size(0)) out[i] = i;
}

kernel void rows(global const float* in, global float* out, int width) {
    const int row = get_global_id(0);
    for (int column = 0; column < width; column++)
        out[row * width + column] = 2 * in[row * width + column];
}

kernel void rows_overlap(global float* out, int width) {
    const int row = get_global_id(0);
    for (int column = 0; column <= width; column++) out[row * width + column] = 1;
}

kernel void while_read(global const int* in, global int* out) {
    global const int* p = in + get_global_id(0);
    int n = 0;
    while (*p++) n++;
    out[get_global_id(0)] = n;
}
