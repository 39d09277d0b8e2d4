int twice(int n) { return n <= 0 ? 1 : twice(n - 1) + twice(n - 1); }
kernel void loops(global int* x) {
    for (int i = 0; i < 1000000000; i++)
        for (int j = 0; j < 1000000000; j++) { }
}
kernel void calls(global int* x) { x[0] = twice(100); }
