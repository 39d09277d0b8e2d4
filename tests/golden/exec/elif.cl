// Branches of conditions: the first that holds, whatever those before it say.
#define TWO 2
kernel void k(global int* out) {
#if TWO == 1
    out[0] = 1;
#elif TWO == 2
    out[0] = 2;
#elif 1 / 0
    out[0] = 3;
#else
    out[0] = 4;
#endif
#ifdef ONE
    out[1] = 1;
#elif !defined TWO
    out[1] = 2;
#elif defined(TWO) && TWO > 1
    out[1] = 3;
#endif
#if 1
#if 0
#elif 1
    out[2] = 5;
#endif
#elif (
#endif
#if 0
#if (
#elif (
#endif
#else
    out[3] = 6;
#endif
}
