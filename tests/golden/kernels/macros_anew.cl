// Compilers warn of a macro that is defined anew, and take the last definition.
#define A 1
#define A 1
#define B (x)  + 1
#define B (x) +   1
#define C 1
#define C 2
#if 0
#define D 9
#endif
#define F(x) x
#define F(x) x + 1
#ifdef N
#define N 5
#endif
kernel void k(global int* out) { out[get_global_id(0)] = A + C * 10 + N * 100 + D * 1000 + F(1) * 10000; }
