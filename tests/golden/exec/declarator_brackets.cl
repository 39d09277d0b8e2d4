// Brackets around a pointer's name are of effect only where an array or a function follows.
struct S {
    int a;
};

int f(global const int (*const at), int n) { return at[n]; }
int g(const struct S (*s)) { return s->a; }

kernel void k(global const int (*const in), global int *out) {
    global int (*const o) = out;
    int a[2] = {1, 2};
    int (*const p) = a;
    int (*const row)[2] = &a;
    struct S s = {100};
    o[0] = f(in, 1) + p[1] + (*row)[0] + g(&s);
}
