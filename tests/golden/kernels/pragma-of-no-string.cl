// The operator takes one string.
kernel void k(global int* a) {
    _Pragma(unroll)
    a[0] = 1;
}
