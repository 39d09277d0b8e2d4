// The constants of floating-point types are macros, which a text may ask for, paste and define anew.
#ifndef M_PI_F
#define M_PI_F 3.0
#endif
#if defined(M_E_F) && defined(FLT_MAX) && !defined(M_TAU_F)
#define ASKED 1
#endif
#define OF(name) M_##name##_F
#define M_PI 3.25f
#define M_SQRT2 (M_PI + 1)
#undef M_LN2
#ifdef M_LN2
#error "it is gone"
#endif

// OpenCL C is not C++.
#ifdef __cplusplus
extern "C" {
#endif

kernel void k(global float *out) {
    out[0] = M_PI_F;
    out[1] = ASKED;
    out[2] = OF(E);
    out[3] = M_PI;
    out[4] = M_SQRT2;
    out[5] = sizeof(M_PI_2) + sizeof(M_PI_2_F);
}
