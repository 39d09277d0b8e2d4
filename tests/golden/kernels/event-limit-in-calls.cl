// The limit is reached in the innermost of open blocks and calls.
void inner(global int* a, int n) { int q = n; { int z = q; for (int i = 0; i < 3000; ++i) { int w = z; a[i] = w; } } }
int outer(global int* a, int n) { int u = 1; { int v = 2; inner(a, n); u += v; } return u; }
kernel void k(global int* a) { int x; { int y = outer(a, 2); { x = y; } } a[0] = x; }
