# 1 "first.h"
int one(void) { return __LINE__; }
# 40 "second.cl" 2 3
kernel void line_markers(global int* out) {
    out[0] = __LINE__;
    out[1] = one();
#ifdef WRONG
    out[2] = missing;
#endif
}
