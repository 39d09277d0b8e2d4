// Locks whose endless loop is left in different ways.
static int tries(global atomic_int* lock) {
    return !atomic_exchange_explicit(lock, 1, memory_order_acquire, memory_scope_device);
}
static void by_break(global atomic_int* lock) {
    while (1) {
        if (tries(lock)) break;
    }
}
static void by_return(global atomic_int* lock) {
    while (1) {
        if (tries(lock)) return;
    }
}
static void by_return_from_switch(global atomic_int* lock) {
    for (;;) {
        switch (tries(lock)) {
            case 1: return;
        }
    }
}
static void waits_inside(global atomic_int* lock) {
    while (1) {
        while (atomic_load_explicit(lock, memory_order_relaxed, memory_scope_device)) {}
        if (tries(lock)) return;
    }
}

kernel void count(global atomic_int* lock, global int* sum) {
    TAKE(lock);
    *sum = *sum + 1;
    atomic_store_explicit(lock, 0, ORDER, memory_scope_device);
}

// Turns of constants, and more of them than a test may have events: followed as an endless loop is.
kernel void late(global atomic_int* flag) {
    for (int i = 0; i < 100000; i++) {
        if (atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device)) break;
    }
}

// Turns of constants that there is room for.
kernel void short_one(global atomic_int* flag) {
    for (int i = 0; i < 100; i++)
        atomic_store_explicit(flag, i, memory_order_relaxed, memory_scope_device);
    assert(atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device) == 99);
}
