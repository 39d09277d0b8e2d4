// A block variable is its block, with the values that were there when the block was written.
kernel void called(global int* x) {
    int v = 3;
    int (^twice)(int) = ^(int i) { return 2 * i + v; };
    int (^same)(int) = twice;
    int (^both)(int) = ^(int i) { return twice(i) + same(v); };
    v = 9;
    x[0] = twice(4);
    x[1] = both(1);
    void (^put)(int) = ^(int at) {
        if (at > 2) return;
        x[at] = v;
    };
    put(2);
    put(3);
}
kernel void enqueued(global int* x) {
    int v = 3;
    int (^twice)(int) = ^(int i) { return 2 * i; };
    void (^store)(void) = ^{ x[get_global_id(0)] = twice(v); };
    v = 9;
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(2, 1), store);
    void (^with)(local void*) = ^(local void* p) {
        local int* q = p;
        *q = v;
        x[2] = *q;
    };
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1, 1), with, 4);
}
kernel void race(global int* x) {
    void (^add)(void) = ^{ x[0] += 1; };
    add();
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1, 1), add);
    add();
}
