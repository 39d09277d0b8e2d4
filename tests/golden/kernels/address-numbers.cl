// Branches on the numbers of addresses: on bits that are known of them, and on others.
kernel void aligned(global int* x) {
#ifdef OTHER_BITS
    const bool taken = ((uintptr_t)x >> 12 & 1) != 0;
#elif defined(ORDER)
    local int y;
    const bool taken = (uintptr_t)x < (uintptr_t)&y;
#else
    const bool taken = ((uintptr_t)x & 63) != 0;
#endif
    if (taken) *x = 1;
}
