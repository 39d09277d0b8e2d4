// Variables that are no more, elements that their arrays do not have, divisors of zero.

int* dangling(void) {
    int x = 3;
    return &x;
}

int through(int* p) { return *p; }

kernel void dead_result(global int* out) { out[0] = *dangling(); }

kernel void dead_block(global int* out) {
    int* p = 0;
    {
        int y = 5;
        p = &y;
        out[1] = *p;
    }
    out[0] = *p;
}

// Left by break: the loop's variable is dead behind the loop.
kernel void dead_loop(global int* out) {
    int* p = 0;
    for (int i = 0; i < 3; i++) {
        int z = i;
        p = &z;
        if (i == 1) break;
    }
    out[0] = *p;
}

kernel void alive(global int* out) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int w = i;
        int* p = &w;
        *p += 1;
        sum += through(&w) + through(p);
        if (i == 1) continue;
        sum += *p;
    }
    out[0] = sum;
}

struct Part {
    int head;
    char two[2];
    int rows[2][3];
    int last[1];
};

kernel void member_index(global int* out, int n) {
    struct Part part = {1, {2, 3}, {{4}}, {5}};
    part.two[n] = 4;
    out[0] = part.two[0];
}

kernel void row_index(global int* out, int n) {
    struct Part part = {1, {2, 3}, {{4}}, {5}};
    struct Part* p = &part;
    out[0] = p->rows[0][n];
    out[1] = p->rows[n][0];
}

// A last array of one element stands for more; one past the end is an address.
kernel void indices_inside(global int* out, global struct Part* parts, int n) {
    parts[0].rows[1][n] = 9;
    parts[0].last[0] = 1;
    const global int* end = &parts[0].rows[0][n + 1];
    out[0] = parts[0].rows[1][2] + (int)(end - parts[0].rows[0]);
}

kernel void divided(global int* out, int n) {
    out[0] = 6 / n;
    out[1] = 7 % n;
    char4 v = (char4)(1, 2, 3, 4);
    v /= (char4)(1, (char)n, 2, (char)n);
    out[2] = v.x;
}

kernel void divided_if(global int* out, int n) {
    out[0] = n != 0 ? 6 / n : 1;
    if (n) out[1] = 7 % n;
    out[2] = n && 5 / n;
    out[3] = (int)(1.0f / n > 1.0f);
}
