// Message passing between two work-groups, by atomics.
#ifndef WRITES
#define WRITES memory_order_relaxed
#define READS memory_order_relaxed
#endif

kernel void k(global atomic_int* x, global atomic_int* y, global int* r) {
  if (get_global_id(0) == 0) {
    atomic_store_explicit(x, 1, memory_order_relaxed, memory_scope_device);
    atomic_store_explicit(y, 1, WRITES, memory_scope_device);
  } else {
    r[0] = atomic_load_explicit(y, READS, memory_scope_device);
    r[1] = atomic_load_explicit(x, memory_order_relaxed, memory_scope_device);
  }
}

// The same in local memory: the barrier's flag says whose writes it orders.
kernel void in_local(global int* r) {
  local atomic_int x;
  local atomic_int y;
  if (get_local_id(0) == 0) {
    atomic_init(&x, 0);
    atomic_init(&y, 0);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    atomic_store_explicit(&x, 1, memory_order_relaxed, memory_scope_work_group);
    atomic_store_explicit(&y, 1, memory_order_relaxed, memory_scope_work_group);
  } else {
    r[0] = atomic_load_explicit(&y, memory_order_relaxed, memory_scope_work_group);
    r[1] = atomic_load_explicit(&x, memory_order_relaxed, memory_scope_work_group);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 1)
    r[2] = atomic_load_explicit(&x, memory_order_relaxed, memory_scope_work_group);
}
