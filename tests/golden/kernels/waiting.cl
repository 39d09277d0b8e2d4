// Nobody sets the flag; what happens before the wait counts all the same.
kernel void waiting(global atomic_int* flag, global int* data) {
    *data = 1;
    while (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 0);
    assert(0);
}
