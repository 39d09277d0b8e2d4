// Variables that have no value yet where they are read.
struct pair {
    int first, second;
};
int twice(int n) { return n + n; }

kernel void bare(global int* x) {
    int r;
    *x = r;
}
kernel void given(global int* x) {
    int r;
    r = 2;
    *x = r;
}
kernel void some_paths(global int* x) {
    int r;
    if (x[0] > 0) r = 1;
    if (x[1] > 0) x[2] = r;
}
kernel void same_paths(global int* x) {
    int r;
    if (x[0] > 0) r = 1;
    if (x[0] > 0) x[2] = r;
}
kernel void passed(global int* x) {
    int r;
    x[0] = twice(r);
}
kernel void element(global int* x) {
    int a[2];
    a[0] = 1;
    x[0] = a[x[1] & 1];
}
kernel void copied(global int* x) {
    struct pair p, q;
    p.first = 1;
    q = p;
    x[0] = q.first;
}
kernel void member(global int* x) {
    struct pair p, q;
    p.first = 1;
    q = p;
    x[0] = q.second;
}
kernel void component(global int* x) {
    int4 v;
    v.x = 1;
    x[0] = v.x + v.y;
}
kernel void through_pointer(global int* x) {
    int r;
    int* p = &r;
    x[0] = *p;
}
kernel void each_turn(global int* x) {
    for (int i = 0; i < 2; ++i) {
        int r;
        if (i == 0) r = 1;
        x[i] = r;
    }
}
kernel void size(global int* x) {
    int r;
    x[0] = sizeof(r);
}
