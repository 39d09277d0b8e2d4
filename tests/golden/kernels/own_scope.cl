// A scope of one work-item is for fences of images.
kernel void atomic(global atomic_int* p) {
    atomic_fetch_add_explicit(p, 1, memory_order_relaxed, memory_scope_work_item);
}
kernel void fence(global int* p) {
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
    p[get_global_id(0)] = 1;
}
kernel void image(global int* p) {
    atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
    p[get_global_id(0)] = 1;
}
