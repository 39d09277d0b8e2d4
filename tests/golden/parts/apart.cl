// Launches whose work-items fall into parts without memory in common.
kernel void scale(global const int* in, global int* out) {
    const size_t i = get_global_id(0);
    out[i] = in[i] * 2;
    assert(out[i] == 2);
}

// Groups work on their own numbers; ODD differs, and NEXT is a number of the group behind.
#ifndef ODD
#define ODD 0
#endif
kernel void rows(global int* rows, local int* tmp) {
    const size_t i = get_local_id(0), n = get_local_size(0);
    const size_t group = get_group_id(0);
    tmp[i] = rows[group * n + i];
    if (group != ODD - 1) barrier(CLK_LOCAL_MEM_FENCE);
    rows[group * n + i] = tmp[(i + 1) % n];
#ifdef ASSERTED
    if (i == 0) assert(group != ASSERTED);
#endif
}

// What is read by all is nobody's; what one writes and others read is everybody's.
kernel void table(global const int* shared, global int* out, global int* last) {
    const size_t i = get_global_id(0);
    int sum = 0;
    for (int k = 0; k < 8; ++k) sum += shared[k];
    out[i] = sum;
#ifdef LAST
    if (i + 1 == get_global_size(0)) *last = sum;
    if (i == 0) sum = *last;
#endif
}

// Bytes of words: each work-item has its own word, or, with SHIFT, one byte of the next one.
#ifndef SHIFT
#define SHIFT 0
#endif
kernel void bytes(global uint* words) {
    global uchar* own = (global uchar*)(words + get_global_id(0));
    for (int k = 0; k < 4; ++k) own[k + SHIFT] = k;
}

// The others may have no execution in which `limit` is 3.
kernel void assumed(global int* out, int limit) {
    const size_t i = get_global_id(0);
    clmm_assume(i != 7 || limit != 3);
    for (int k = 0; k < 20; ++k) out[i] = k;
    if (i == 0) assert(limit != 3);
}

// Work-items of a group wait for one another, whether they have memory in common or not.
kernel void half_of_it(global int* out) {
    const size_t i = get_global_id(0);
    for (int k = 0; k < 10; ++k) out[i] = k;
    if (get_group_id(0) != 5 || get_local_id(0) < 4) barrier(CLK_GLOBAL_MEM_FENCE);
}

// seq_cst operations of parts are no reason to take them together.
kernel void counted(global atomic_int* counts) {
    for (int k = 0; k < 3; ++k) atomic_fetch_add(&counts[get_group_id(0)], 1);
}

// All add to the same bins, and nobody looks at what was there.
kernel void tally(global const int* in, global int* bins, local int* tmp) {
    const size_t i = get_local_id(0);
    tmp[i] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&bins[i & 3], tmp[(i + 1) % get_local_size(0)]);
}
