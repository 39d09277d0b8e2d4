// A scope of one work-item is for fences of images.
kernel void atomic(global atomic_int* p) {
    atomic_fetch_add_explicit(p, 1, memory_order_relaxed, memory_scope_work_item);
}
