// A scope of one work-item is for fences of images.
kernel void image(global int* p) {
    atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
    p[get_global_id(0)] = 1;
}
