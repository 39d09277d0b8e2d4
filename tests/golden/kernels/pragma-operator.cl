// A pragma as an operator says nothing here, as one on a line of its own.
#define UNROLLED _Pragma("unroll")
kernel void sum(global int* a) {
    int total = 0;
    UNROLLED
    for (int i = 0; i < 3; ++i) total += i;
    _Pragma("nounroll") a[get_global_id(0)] = total;
    assert(total == 3);
}
