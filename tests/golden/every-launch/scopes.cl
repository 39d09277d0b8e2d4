// Which atomics do not race: those that have an inclusive scope, which takes the same scope under
// 3.0, and under 3.1 that each includes the other's work-item.

kernel void mixed(global atomic_int* c) {
    const int w = get_group_id(0);
    if (get_local_id(0) == 0)
        atomic_fetch_add_explicit(c + w, 1, memory_order_relaxed, memory_scope_work_group);
    else
        atomic_fetch_add_explicit(c + w, 1, memory_order_relaxed, memory_scope_device);
}

kernel void one_scope(global atomic_int* c) {
    const int w = get_group_id(0);
    if (get_local_id(0) == 0)
        atomic_fetch_add_explicit(c + w, 1, memory_order_relaxed, memory_scope_work_group);
    else
        atomic_fetch_add_explicit(c + w, 2, memory_order_acq_rel, memory_scope_work_group);
}

kernel void variable(global atomic_int* c) {
    const memory_scope s = get_local_id(0) ? memory_scope_device : memory_scope_work_group;
    atomic_fetch_add_explicit(c + get_group_id(0), 1, memory_order_relaxed, s);
}

// atomic_inc has the scope of the device.
kernel void beside_older_functions(global int* c) {
    if (get_local_id(0) == 0)
        atomic_inc(c + get_group_id(0));
    else
        atomic_fetch_add_explicit((global atomic_int*)c + get_group_id(0), 1, memory_order_relaxed,
                                  memory_scope_work_group);
}

kernel void with_older_functions(global int* c) {
    if (get_local_id(0) == 0)
        atomic_inc(c + get_group_id(0));
    else
        atomic_fetch_add_explicit((global atomic_int*)c + get_group_id(0), 1, memory_order_relaxed,
                                  memory_scope_device);
}

kernel void store_and_load(global atomic_int* flag, global int* out) {
    const int w = get_group_id(0);
    if (get_local_id(0) == 0)
        atomic_store_explicit(flag + w, 1, memory_order_release, memory_scope_device);
    else
        out[get_global_id(0)] = atomic_load_explicit(flag + w, memory_order_acquire, memory_scope_work_group);
}

kernel void flags(global atomic_flag* f) {
    if (get_local_id(0) == 0)
        atomic_flag_test_and_set_explicit(f + get_group_id(0), memory_order_relaxed, memory_scope_work_group);
    else
        atomic_flag_clear_explicit(f + get_group_id(0), memory_order_relaxed, memory_scope_device);
}

// A work-group alone shares local memory, whatever the scope says.
kernel void in_local_memory(global int* out) {
    local atomic_int c;
    if (get_local_id(0) == 0)
        atomic_fetch_add_explicit(&c, 1, memory_order_relaxed, memory_scope_work_group);
    else
        atomic_fetch_add_explicit(&c, 1, memory_order_relaxed, memory_scope_device);
}

// A buffer is shared by no other device.
kernel void all_devices(global atomic_int* c) {
    if (get_local_id(0) == 0)
        atomic_fetch_add_explicit(c, 1, memory_order_relaxed, memory_scope_all_svm_devices);
    else
        atomic_fetch_add_explicit(c, 1, memory_order_relaxed, memory_scope_device);
}

kernel void beyond_the_group(global atomic_int* c) {
    atomic_fetch_add_explicit(c, 1, memory_order_relaxed, memory_scope_work_group);
}
