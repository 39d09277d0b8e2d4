// v[i] on vectors: variables, memory, results.
int4 four(int n) { return (int4)(n, n + 1, n + 2, n + 3); }

kernel void components_by_index(global int* out, global int4* memory, int n) {
    int4 v = (int4)(1, 2, 3, 4);
    v[n] += 10;
    v[0] = 7;
    out[0] = v[n];
    out[1] = v.x * 100 + v.y * 10 + v[2];
    memory[0][n] = 5;
    memory[0][3] = memory[0][n] + 1;
    out[2] = memory[0].y * 10 + (*memory)[3];
    out[3] = four(n)[n] + four(n)[3];
    char3 small = (char3)(1, 2, 3);
    small[n - 1]++;
    global int4* p = &memory[1];
    (*p)[n + 1] = small[n - 1];
    out[4] = p->z;
    int* q = (int*)&v;
    q[3] = 9;
    out[5] = v[n + 2];
}

#ifdef OUTSIDE
kernel void outside(global int* out) {
    int2 v = (int2)(1, 2);
    out[0] = v[2];
}
#endif
