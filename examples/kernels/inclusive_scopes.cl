/* Two work-items hand a value over by a counter. The scopes of the two sides are
   those of -DGIVER=… and -DTAKER=…: memory_scope_sub_group, memory_scope_work_group, memory_scope_device … */
#ifndef GIVER
#define GIVER memory_scope_device
#endif
#ifndef TAKER
#define TAKER memory_scope_device
#endif

/* The order is the atomic operations' own. */
kernel void by_operations(global int* data, global atomic_int* counter, global int* taken) {
    if (get_global_id(0) == 0) {
        *data = 42;
        atomic_fetch_add_explicit(counter, 1, memory_order_release, GIVER);
    } else {
        int expected = 1;
        if (atomic_compare_exchange_strong_explicit(counter, &expected, 2, memory_order_acquire,
                                                    memory_order_relaxed, TAKER))
            *taken = *data;
    }
}

/* The order is that of fences, each on the far side of its operation: none of them orders anything. */
kernel void by_fences_outside(global int* data, global atomic_int* counter, global int* taken) {
    if (get_global_id(0) == 0) {
        *data = 42;
        atomic_fetch_add_explicit(counter, 1, memory_order_relaxed, GIVER);
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, GIVER);
    } else {
        int expected = 1;
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, TAKER);
        if (atomic_compare_exchange_strong_explicit(counter, &expected, 2, memory_order_relaxed,
                                                    memory_order_relaxed, TAKER))
            *taken = *data;
    }
}

/* The same with each fence between its operation and the data. */
kernel void by_fences_between(global int* data, global atomic_int* counter, global int* taken) {
    if (get_global_id(0) == 0) {
        *data = 42;
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, GIVER);
        atomic_fetch_add_explicit(counter, 1, memory_order_relaxed, GIVER);
    } else {
        int expected = 1;
        if (atomic_compare_exchange_strong_explicit(counter, &expected, 2, memory_order_relaxed,
                                                    memory_order_relaxed, TAKER)) {
            atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, TAKER);
            *taken = *data;
        }
    }
}
