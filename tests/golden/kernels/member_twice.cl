struct twice {
    int x;
    union {
        float y;
        int x;
    };
};
kernel void k(global struct twice* s) { s[0].x = 1; }
