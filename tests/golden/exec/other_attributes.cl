// Attributes that change nothing, and one that would.
__attribute__((pure)) int twice(int x) __attribute__((always_inline));
int twice(int x) { return 2 * x; }

struct __attribute__((packed, designated_init)) Small {
    char c;
    int i;
};

__attribute__((reqd_work_group_size(1, 1, 1))) kernel void other_attributes(global int* out);

kernel void other_attributes(global int* out __attribute__((noescape))) {
    int i __attribute__((annotate("counter"))) = 0;
    out[0] = twice(4) + sizeof(struct Small);
#ifdef MEANS
    typedef float lane __attribute__((ext_vector_type(4)));
    lane other;
    float four __attribute__((vector_size(16)));
#endif
}
