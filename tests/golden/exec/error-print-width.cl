kernel void wide(global int* a) {
    printf("%65535d\n", a[0]);
    printf("%65536d\n", a[0]);
    printf("%.1000000000d\n", a[0]);
}
