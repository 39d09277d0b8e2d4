// The block is compiled where it is enqueued, and calls what enqueues it.
kernel void again(global int* a) {
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ again(a); });
}
