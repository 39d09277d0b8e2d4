// Kernels that enqueue kernels.

#ifndef FLAG
#define FLAG CLK_ENQUEUE_FLAGS_NO_WAIT
#endif

kernel void parent(global int* a) {
  a[0] = 1;
  enqueue_kernel(get_default_queue(), FLAG, ndrange_1D(1), ^{ a[1] = a[0] + 10; });
  a[0] = 2;
}

// A child behind another one, by its event.
kernel void chain(global int* a) {
  clk_event_t first;
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, 0, &first,
                 ^{ a[0] = 1; });
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &first, 0,
                 ^{ a[1] = a[0]; });
  release_event(first);
  a[2] = 3;
}

// A user event that the parent sets holds the child back.
kernel void held(global int* a) {
  clk_event_t gate = create_user_event();
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &gate, 0,
                 ^{ a[1] = a[0]; });
  a[0] = 7;
  set_user_event_status(gate, CL_COMPLETE);
  a[2] = 1;
  release_event(gate);
}

// The parent waits in a loop for its child: it ends only if the child runs beside it.
kernel void awaits(global int* a) {
  global atomic_int* done = (global atomic_int*)a;
  enqueue_kernel(get_default_queue(), FLAG, ndrange_1D(1), ^{ atomic_store(done, 1); });
  while (atomic_load(done) == 0) ;
  a[1] = 5;
}
