// Kernels without loops: what barriers order, and what they do not.
kernel void own_element(global int* out) { out[get_global_id(0)] = 1; }

kernel void local_index(global int* out) { out[get_local_id(0)] = 1; }

kernel void exchange(global int* data, local int* tmp) {
    const int item = get_local_id(0);
    tmp[item] = data[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    data[get_global_id(0)] = tmp[get_local_size(0) - 1 - item];
}

kernel void exchange_without_barrier(global int* data, local int* tmp) {
    const int item = get_local_id(0);
    tmp[item] = data[get_global_id(0)];
    data[get_global_id(0)] = tmp[get_local_size(0) - 1 - item];
}

kernel void exchange_wrong_flag(global int* data, local int* tmp) {
    const int item = get_local_id(0);
    tmp[item] = data[get_global_id(0)];
    barrier(CLK_GLOBAL_MEM_FENCE);
    data[get_global_id(0)] = tmp[get_local_size(0) - 1 - item];
}

// A barrier orders nothing between work-groups.
kernel void exchange_in_group(global int* data) {
    const size_t first = get_group_id(0) * get_local_size(0);
    data[get_global_id(0)] = 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
    int x = data[first + get_local_size(0) - 1 - get_local_id(0)];
    barrier(CLK_GLOBAL_MEM_FENCE);
    data[get_global_id(0)] = x;
}

kernel void exchange_across_groups(global int* data) {
    data[get_global_id(0)] = 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
    int x = data[get_global_size(0) - 1 - get_global_id(0)];
    barrier(CLK_GLOBAL_MEM_FENCE);
    data[get_global_id(0)] = x;
}

kernel void guarded(global int* out, int n) {
    const int i = get_global_id(0);
    if (i < n) out[i] = i;
}

kernel void off_by_one(global int* out, int n) {
    const int i = get_global_id(0);
    if (i <= n) out[i] = i;
}

kernel void unguarded(global int* out, int n) { out[get_global_id(0)] = n; }

kernel void neighbour(global int* in, global int* out, int n) {
    const int i = get_global_id(0);
    if (i + 1 < n) out[i] = in[i + 1];
}

kernel void neighbour_in_place(global int* data, int n) {
    const int i = get_global_id(0);
    if (i + 1 < n) data[i] = data[i + 1];
}

kernel void divergent(global int* out) {
    if (get_local_id(0) > 2) barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = 1;
}

kernel void by_group(global int* out) {
    if (get_group_id(0) > 2) barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = 1;
}

kernel void early_return(global int* out, local int* tmp, int n) {
    if (get_global_id(0) >= n) return;
    tmp[get_local_id(0)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tmp[0];
}

// What is read where nobody writes is the same for all.
kernel void read_condition(global const int* flag, global int* out) {
    if (*flag > 0) barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = 1;
}

kernel void read_condition_each(global const int* flag, global int* out) {
    if (flag[get_local_id(0)] > 0) barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = 1;
}

kernel void rotate(local int* tmp, global int* out) {
    const int item = get_local_id(0);
    tmp[item] = item;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tmp[(item + 1) % get_local_size(0)];
}

kernel void rotate_outside(local int* tmp, global int* out) {
    const int item = get_local_id(0);
    tmp[item] = item;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tmp[item + 1];
}

kernel void counts(global int* count) { atomic_inc(&count[get_local_id(0) % 4]); }

kernel void counts_and_reads(global int* count, global int* out) {
    atomic_inc(count);
    out[get_global_id(0)] = *count;
}

// Ranges are of the parameter's type.
kernel void below_ten(global int* out, uint n) {
    if (n < 10) out[0] = 1;
}

// A struct that is passed in memory.
struct five { int at[5]; };
kernel void reads_struct(global int* out, struct five given) { out[get_global_id(0)] = given.at[3]; }

kernel void index_from_struct(global int* out, struct five given) { out[given.at[3]] = 1; }

// Each work-item has its own copy of it.
kernel void writes_struct(global int* out, struct five given) {
    given.at[3] = get_local_id(0);
    if (given.at[3] > 0) barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = 1;
}
