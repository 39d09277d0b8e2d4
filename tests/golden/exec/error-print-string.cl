// What %s is given is a number.
kernel void number(global int* a) { printf("%s\n", a[0]); }
