// A barrier of all work-groups, after Sorensen, Donaldson, Batty, Gopalakrishnan and Rakamarić,
// "Portable Inter-workgroup Barrier Synchronisation for GPUs", 2016: each work-item of the first
// group waits for another group and lets it go on when all have come.
//
//     clmm check global_barrier.cl --global 6 --local 2 --args "flag[2] data[6]"
//
// -DWEAK_ARRIVE arrives with a relaxed store, -DWEAK_LEAVE is let go with a relaxed store,
// -DWEAK_SCOPE arrives for the own work-group alone, -DWEAK_BARRIER leaves out the first group's
// own barrier.
#ifdef WEAK_ARRIVE
#define ARRIVE memory_order_relaxed
#else
#define ARRIVE memory_order_release
#endif
#ifdef WEAK_LEAVE
#define LEAVE memory_order_relaxed
#else
#define LEAVE memory_order_release
#endif
#ifdef WEAK_SCOPE
#define SCOPE memory_scope_work_group
#else
#define SCOPE memory_scope_device
#endif

void wait(global atomic_int* flag, int value) {
    while (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) != value);
}

void barrier_of_all(global atomic_int* flag) {
    const size_t item = get_local_id(0);
    const size_t group = get_group_id(0);
    if (group == 0) {
        if (item + 1 < get_num_groups(0)) wait(&flag[item], 1);
#ifndef WEAK_BARRIER
        work_group_barrier(CLK_GLOBAL_MEM_FENCE);
#endif
        if (item + 1 < get_num_groups(0))
            atomic_store_explicit(&flag[item], 0, LEAVE, memory_scope_device);
    } else {
        work_group_barrier(CLK_GLOBAL_MEM_FENCE);
        if (item == 0) {
            atomic_store_explicit(&flag[group - 1], 1, ARRIVE, SCOPE);
            wait(&flag[group - 1], 0);
        }
        work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    }
}

kernel void global_barrier(global atomic_int* flag, global int* data) {
    const size_t i = get_global_id(0);
    data[i] = 1;
    barrier_of_all(flag);
    assert(data[(i + 1) % get_global_size(0)] == 1);
}
