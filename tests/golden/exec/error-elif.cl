#if 0
#elif (
#endif
kernel void k() {}
