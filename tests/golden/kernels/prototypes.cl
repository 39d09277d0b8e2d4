// Functions without a body, and printf: any value, and no access.
int twice(int x);
int there(int);
void nothing(global int* x);
int* address(void);
float sqrt(float);

int there(int x) { return x + 1; }

kernel void verified(global int* x) {
    size_t i = get_global_id(0);
    x[i] = twice(x[i]);
    nothing(x);
    assert(there(1) == 2);
    printf("%d %s %f\n", x[i], "text", sqrt(2.0f));
}
kernel void read_by_another(global int* x) {
    size_t i = get_global_id(0);
    x[i] = 1;
    printf("%d\n", x[i ^ 1]);
}
kernel void argument(global int* x) {
    size_t i = get_global_id(0);
    x[i] = 1;
    twice(x[i ^ 1]);
}
kernel void decided(global int* x) { if (twice(1) == 2) x[0] = 1; }
kernel void beside(global int* x) { x[0] = twice(1); }
kernel void led(global int* x) { *address() = x[0]; }
kernel void missing(global int* x) { x[0] = thrice(1); }
kernel void text(global int* x) { x[0] = "text"[0]; }
