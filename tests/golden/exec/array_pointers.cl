// Pointers to arrays: variables, parameters, casts.
void fill(int (*rows)[6], int n) {
    rows[1][2] = n;
    (*rows)[0] = 7;
}

kernel void array_pointers(global int* out, global int (*table)[3]) {
    int a[2][6] = {{0}};
    fill(a, 5);
    int (*row)[6] = &a[1];
    out[0] = (*row)[2] * 10 + a[0][0];
    out[1] = sizeof(*row) + (int)(row - a);
    global int (*pairs)[2] = (global int (*)[2])out;
    table[1][2] = 6;
    pairs[1][0] = table[1][2] + table[0][2];
    out[3] = sizeof(int (*)[6]) == sizeof(row);
    int (*const fixed)[6] = a;
    out[4] = (*fixed)[0] - (*row)[2];
}
