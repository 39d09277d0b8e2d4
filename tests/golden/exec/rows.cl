// Array parameters are pointers to rows; a list without inner braces gives so many rows as it fills.
void put(global int m[][3], int i) { m[i][1] = 5; }

kernel void rows(global int a[][3], global int b[2][3]) {
    const int t[][2] = {1, 2, 3, 4, 5};
    const int i = get_global_id(0);
    char c = 1;
    put(a, i);
    b[i][0] = sizeof(a[0]) + sizeof(*b);
    b[i][1] = sizeof(t) * 10 + t[2][0] + t[2][1];
    b[i][2] = sizeof(((char*)&c)[0]) * 10 + c;
}
