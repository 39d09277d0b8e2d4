// Lines have other numbers than those of the file.
#line 500
#define M_PI 3
#line 900 "other.h"
#ifdef M_E
#define M_E 4
#endif

kernel void k(global int *out) {
    out[0] = M_PI;
    out[1] = M_E;
}
