// check takes a function of which only a prototype is there, and leaves alone what the launch does
// not reach; exec compiles neither.
int of_another_program(int);
kernel void k(global int* a, int n) {
    int i = get_global_id(0);
    if (i < n) a[i] = of_another_program(i);
}
kernel void beside(global int* a) { not_there(a); }
