struct pair {
    int a;
    int b[2];
};
#if WHICH == 1
constant int* where = (constant int[]){4, 5};
#elif WHICH == 2
constant struct pair other = {.d = 4};
#elif WHICH == 3
constant struct pair more = {.b[1] = 4, 5};
#elif WHICH == 4
constant int beyond[2] = {[2] = 1};
#elif WHICH == 5
constant int row[2] = 1;
#elif WHICH == 6
constant char text[2] = "abc";
#endif
kernel void wrong(global int* out) { out[0] = 1; }
