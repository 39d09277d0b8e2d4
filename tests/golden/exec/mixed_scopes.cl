// Released at device scope, acquired at work-group scope: inclusive from revision 3.1 on.
kernel void message(global int* data, global atomic_int* flag, global int* out) {
    if (get_local_id(0) == 0) {
        *data = 1;
        atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
    } else {
        while (atomic_load_explicit(flag, memory_order_acquire, memory_scope_work_group) == 0) {
        }
        *out = *data;
    }
}
