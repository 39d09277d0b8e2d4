// A kernel writes, and its child reads.
//
// correct:                              the child waits for the kernel
// race NO_WAIT: put, get                by its enqueuing alone a child sees what others wrote only by chance
// launch: --global 4 --local 1 --args "data[4] out[4]"

#ifdef NO_WAIT
#define WHEN CLK_ENQUEUE_FLAGS_NO_WAIT
#else
#define WHEN CLK_ENQUEUE_FLAGS_WAIT_KERNEL
#endif

kernel void parent(global int* data, global int* out) {
    const uint item = get_global_id(0);
    data[item] = item;  // @put
    if (item == 0)
        enqueue_kernel(get_default_queue(), WHEN, ndrange_1D(4, 1), ^{
            const uint own = get_global_id(0);
            out[own] = data[own];  // @get
        });
}
