// Designations in initial values, and objects without a name.
struct pair {
    int first;
    int rest[2];
};
struct nested {
    struct pair pairs[2];
    int4 v;
};

constant int table[] = {[2] = 20, 30, [0] = 1};
constant struct pair pairs[2] = {[1] = {.rest = {[1] = 5}}, [0].first = 6};
constant int count = sizeof(table) / sizeof(table[0]);

int total(struct pair p) { return p.first + p.rest[0] * 10 + p.rest[1] * 100; }

kernel void designated(global int* out) {
    const struct nested n = {.pairs[1].rest = {7, 8}, .v = (int4)(1, 2, 3, 4), .pairs[0] = {.first = 9}};
    const int more[] = {1, [3] = 2, 3};
    out[0] = n.pairs[0].first + n.pairs[1].rest[1] * 10 + n.v.w * 100;
    out[1] = (int)(sizeof(more) / sizeof(*more)) + more[4] * 10;
    out[2] = table[0] + table[1] * 10 + table[3] * 100 + count * 10000;
    out[3] = total(pairs[0]) + total(pairs[1]);
}

// What follows a designation goes on behind it, inside of what it names.
kernel void goes_on(global int* out) {
    const struct nested n = {.pairs[0].rest[1] = 1, 2, 3, 4, 5};
    out[0] = n.pairs[0].rest[1] + n.pairs[1].first * 10 + n.pairs[1].rest[0] * 100 + n.pairs[1].rest[1] * 1000;
    out[1] = n.v.x;
}

kernel void without_names(global int* out) {
    const int i = get_global_id(0);
    const int* p = (int[]){4, 5, 6};
    struct pair s = (struct pair){i, {2, 3}};
    s = (struct pair){.first = s.rest[1]};
    out[i] = total(s) + p[i] + ((int[3]){[1] = 1000})[1] + (int2){0, 10000}.y;
    struct pair* q = &(struct pair){i};
    q->rest[0] = 2;
    out[i] += q->rest[0] * 100000;
}

kernel void no_such_member(global int* out) {
    const struct pair p = {.frist = 1};
    out[0] = p.first;
}

kernel void no_such_element(global int* out) {
    const int a[2] = {[2] = 1};
    out[0] = a[0];
}
