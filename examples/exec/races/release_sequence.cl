// Others count between the store that publishes and the load that takes: read-modify-writes
// continue the release sequence, plain stores of others end it.
//
// correct:
// race OVERWRITTEN: data, use           another work-item's store ends the sequence
// launch: --global 3 --local 1 --args "data[1] flag[1] out[1]"

kernel void publish(global int* data, global atomic_int* flag, global int* out) {
    const uint item = get_global_id(0);
    if (item == 0) {
        *data = 5;  // @data
        atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
    } else if (item == 1) {
        while (atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device) == 0) {
        }
#ifdef OVERWRITTEN
        atomic_store_explicit(flag, 2, memory_order_relaxed, memory_scope_device);
#else
        atomic_fetch_add_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
#endif
    } else {
        while (atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device) != 2) {
        }
        atomic_load_explicit(flag, memory_order_acquire, memory_scope_device);
        *out = *data;  // @use
    }
}
