kernel void shift(read_only image2d_t in, write_only image2d_t out, sampler_t s) {
    const int2 p = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, p, read_imagef(in, s, p + (int2)(1, 0)));
}

kernel void children(queue_t q, global int* x) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(4), ^{ x[get_global_id(0)] = 3; });
}

kernel void say(global int* x) { printf("item %d of %d\n", (int)get_global_id(0), x[0]); }

kernel void for_ever(global atomic_int* x) {
    while (atomic_load_explicit(x, memory_order_relaxed, memory_scope_device) == 0) {}
}
