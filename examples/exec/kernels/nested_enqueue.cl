// Each parent work-group's first work-item enqueues a child over the group's elements, which
// runs when the group has written them.
kernel void nested(global uint* data, uint n) {
    uint at = get_global_id(0), first = get_group_id(0) * get_local_size(0);
    if (at < n) data[at] = data[at] * 2 + 1;
    if (get_local_id(0) == 0 && first < n) {
        uint count = min((uint)get_local_size(0), n - first);
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, ndrange_1D(count),
                       ^{ data[first + get_global_id(0)] *= 3; });
    }
}
