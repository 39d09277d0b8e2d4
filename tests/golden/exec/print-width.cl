/* A conversion may be wide, but not without bound: what it prints is memory. */
kernel void wide(global int* a) { printf("%20d|%.12d|%-5d|\n", a[0], a[0], a[0]); }
