// An atomic function on an object that is not of an atomic type: compilers reject it. The functions of
// OpenCL C 1.x are for plain objects.
kernel void counts(global int* n) {
#ifdef LEGACY
  atomic_inc(n);
#else
  atomic_fetch_add_explicit(n, 1, memory_order_relaxed);
#endif
}
