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

// A loop that is not entered has no barrier.
kernel void sometimes_entered(global int* out, local int* tmp, int n) {
    const int item = get_local_id(0);
    tmp[item] = item;
    if (n > 5)
        for (int k = 0; k < n; k++) barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tmp[0];
}

// What stands before the outer loop meets what stands in it before the inner one.
kernel void before_both(global int* out, local int* tmp, int n, int m) {
    int sum = 0;
    tmp[get_local_id(0)] = n;
    for (int k = 0; k < n; k++) {
        sum += tmp[0];
        for (int j = 0; j < m; j++) barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

kernel void barrier_before_both(global int* out, local int* tmp, int n, int m) {
    int sum = 0;
    tmp[get_local_id(0)] = n;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < n; k++) {
        sum += tmp[0];
        for (int j = 0; j < m; j++) barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

kernel void chosen_start(global int* out, int x) {
    for (int k = x > 0 ? x : -32 * x; k < 100; k++) out[get_global_id(0)] = k;
}

kernel void chosen_start_of_all(global int* out, int x) {
    for (int k = x > 0 ? x : -32 * x; k < 100; k++) out[k] = k;
}

// Nothing is said of what cannot be left.
kernel void no_end(global int* out, int n) {
    while ((n | 1) != 0) out[get_global_id(0)]++;
}

// Nothing is asked of loops that nothing follows.
kernel void nothing_behind(global int* out) {
    out[get_global_id(0)] = 1;
    int sum = 0;
    for (int i = 0; i < 200; i++)
        for (int j = 0; j < get_local_id(0); j++) sum += i * j;
}

kernel void something_behind(global int* out) {
    int sum = 0;
    for (int j = 0; j < get_local_id(0); j++) sum += j;
    out[sum & 1] = 1;
}
