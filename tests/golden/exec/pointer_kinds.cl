// What compilers take with a warning.
void fill(global uint* p) { p[0] = 7; }
int first(global int* p) { return p[0]; }

kernel void pointer_kinds(global int* out, global const int* in) {
    fill(out);
    global uint* p = out + 1;
    *p = first(in);
    global int* q = out + 2;
    global void* any = q;
    global float* f = any;
    *f = 1.0f;
#ifdef SPACES
    local int* l = out;
#endif
}
