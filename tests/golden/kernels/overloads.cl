// Functions of one name, strings that are passed on, and statements in expressions.
#define OVERLOADABLE __attribute__((overloadable))

int OVERLOADABLE half_of(char2 a) { return a.y; }
int OVERLOADABLE half_of(char4 a) { return half_of(a.hi) * 10 + half_of(a.lo); }
int OVERLOADABLE half_of(float a) { return 7; }
int OVERLOADABLE half_of(const global int* a) { return *a; }

int length(constant char* text) {
    int n = 0;
    while (text[n]) ++n;
    return n;
}

kernel void nearest(global int* out) {
    const int i = get_global_id(0);
    out[i] = half_of((char4)(1, 2, 3, 4));
    out[i] += half_of(out + i) * 100;
    out[i] += half_of(0.5f) * 100000;
}

kernel void strings(global int* out) {
    const int i = get_global_id(0);
    out[i] = length("abc") + ("xyz")[i] * 10 + sizeof("ab") * 10000;
    printf("%s\n", "text");
}

kernel void statements(global int* out) {
    const int i = get_global_id(0);
    out[i] = ({
        int sum = 0;
        for (int k = 0; k <= i; ++k) sum += k;
        const int twice = sum * 2;
        twice + 1;
    }) + ({ 10; });
    ({
        barrier(CLK_GLOBAL_MEM_FENCE);
        out[i] += 100;
    });
}

#ifdef WRONG
kernel void none(global int* out) { out[0] = half_of((int2)(1, 2)); }
#endif
