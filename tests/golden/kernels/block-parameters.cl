// A block's parameters point to local memory of the child's work-groups.
kernel void parent(global int* x) {
    enqueue_kernel(
        get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(4, 2),
        ^(local void* p, local void* q) {
            local int* a = p;
            local atomic_int* n = q;
            const size_t i = get_local_id(0);
            a[i] = i + 1;
            if (i == 0) atomic_init(n, 5);
            WAIT;
            atomic_fetch_add(n, 1);
            x[get_global_id(0)] = a[1 - i];
        },
        8, 4);
}
