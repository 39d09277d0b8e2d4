// What is written as one member of a union is read as another.
union number {
    int i;
    float f;
    uchar bytes[4];
};

// Members of a union in a struct, without a name, count as the struct's.
struct value {
    union {
        struct {
            ushort low, high;
        };
        uint word;
        union number number;
    };
    uint more;
};

uint bits(union number n) {
    n.bytes[3] |= 0x80;
    return n.i;
}

kernel void private_ones(global uint* out) {
    const uint i = get_global_id(0);
    union number n = {1};
    n.f = 1.0f + i;
    struct value v = {.number = n, .more = sizeof(struct value)};
    v.low |= 1;
    const union number copy = v.number;
    out[i] = bits(copy) ^ v.word ^ v.more ^ v.high;
}

// The halves of a word are apart.
kernel void apart(global struct value* p) {
    const uint i = get_global_id(0);
    if (i == 0)
        p[0].low = 1;
    else
        p[0].high = 2;
}

// A word and its second half are not.
kernel void together(global struct value* p) {
    const uint i = get_global_id(0);
    if (i == 0)
        p[0].word = 1;
    else
        p[0].high = 2;
}

// All bytes of the largest member are copied, and those that only another one has.
union gaps {
    struct {
        uchar first;
        int second;
    } s;
    uchar bytes[6];
};

kernel void copied(local union gaps* from, global uint* out) {
    if (get_local_id(0) == 0) {
        union gaps g = {{1, 0x01020304}};
        g.bytes[2] = 7;
        *from = g;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const union gaps g = *from;
    out[get_global_id(0)] = g.s.first + g.bytes[2] * 10u + g.bytes[5] * 100u + (g.s.second & 0xff) * 1000u;
}

// An atomic operation has to be of the width of all other accesses.
union counted {
    atomic_uint count;
    ushort halves[2];
};

kernel void counts(global union counted* c, global uint* out) {
    atomic_fetch_add_explicit(&c->count, 1, memory_order_relaxed, memory_scope_device);
    out[get_global_id(0)] = sizeof *c;
}

kernel void counts_halves(global union counted* c, global uint* out) {
    atomic_fetch_add_explicit(&c->count, 1, memory_order_relaxed, memory_scope_device);
    out[get_global_id(0)] = c->halves[0];
}
