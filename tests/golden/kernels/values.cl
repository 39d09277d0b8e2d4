// What expressions and private variables hold: one kernel for each rule, and one that errs by it.

struct pair {
    char a;
    int b[2];
};

// C11 6.5.15 p5: the operand that is not evaluated has a part in the type.
kernel void conditional(global int* x, uint n) {
    const size_t i = get_global_id(0);
    long d = 1 ? -1 : 1u;
    assert(d == 4294967295);
    assert(!((i ? -1 : n) < 0));
    assert(sizeof(1 ? (char)1 : 2L) == 8);
    assert((get_global_size(0) ? x : 0) == x);
    struct pair p = {1, {2, 3}}, q = {4, {5, 6}};
    struct pair r = i ? p : q;
    assert(r.b[1] == (i ? 3 : 6) && (i ? p : q).a == (i ? 1 : 4));
}

kernel void conditional_fails(uint n) {
    assert((get_global_id(0) ? -1 : n) < 0);
}

// Bytes of private objects.
kernel void bytes(int n) {
    int x = 258;
    char* c = (char*)&x;
    assert(c[0] == 2 && c[1] == 1);
    c[3] = 1;
    assert(x == 258 + (1 << 24));
    uchar b[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    ulong* wide = (ulong*)b;
    assert(*wide == 0x0807060504030201ul);
    ((ushort*)b)[n & 3] = 0xffff;
    assert(((ulong*)b)[0] != 0x0807060504030201ul && b[(n & 3) * 2 + 1] == 255);
    struct pair s = {1, {2, 3}};
    assert(((int*)&s)[2] == 3 && ((short*)&s)[2] == 2);
}

kernel void bytes_fails(int n) {
    int x = 258;
    assert(((char*)&x)[n & 3] != 1);
}

kernel void bytes_outside() {
    int x = 258;
    char* c = (char*)&x;
    c[4] = 1;
}

kernel void bytes_misaligned() {
    int x[2] = {1, 2};
    assert(*(short*)((char*)x + 1) != 7);
}

// What has no initial value holds any, also what a branch leaves out.
kernel void unassigned(int n) {
    int x;
    if (n > 3) x = 1;
    assert(x < 100);
}

kernel void assigned(int n) {
    int x;
    if (n > 3)
        x = 1;
    else
        x = 2;
    assert(x < 100);
}
