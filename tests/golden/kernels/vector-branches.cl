// Of vectors, both branches of ?: and both operands of && and || are evaluated. What of them has side
// effects has no order among the parts of an expression.
kernel void branches(global int* out) {
    int a[4] = {0, 2, 3, 4};
    vstore2(vload2(1, a) + (vload2(0, a) ? (int2)(5, 6) : (int2)(7, 8) ^ a[1]++), 0, a);
    const int2 both = vload2(0, a) && (int2)(1, a[2]++);
    out[0] = a[0] + a[1] * 100 + a[2] * 10000;
    out[1] = both.x + both.y * 10;
}
