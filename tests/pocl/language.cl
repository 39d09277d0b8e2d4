// What is rarer in kernels, one kernel for each kind of it. All compute on words.

struct cell {
    int tag;
    union {
        uint whole;
        uchar part[4];
    };
    struct inner {
        struct { int a, b; } deep;
        short list[2];
    } in;
};

constant struct cell start[2] = {
    {.tag = 1, {.whole = 0x01020304}, .in = {{5, 6}, {7, 8}}}, [1] = {.in.list[1] = 9}};

/// Structs inside others, members of structs without names, designated initialisers.
kernel void records(global const uint* in, global uint* out) {
    size_t i = get_global_id(0);
    struct pair { struct cell first, second; } p = {start[i & 1], {.in = {.deep = {.b = 3}}}};
    p.first.whole ^= in[i];
    p.second.part[i & 3] = in[i] >> 8;
    p.second.in.deep.a += p.first.in.list[1];
    struct cell copy = p.second;
    copy.in.deep.b *= 2;
    out[i] = p.first.part[1] + p.first.tag + (copy.whole >> 3) + copy.in.deep.a +
             copy.in.deep.b * p.second.in.deep.b;
}

constant int squares[4] = {0, 1, 4, 9}, cubes[4] = {0, 1, 8, 27};
constant int* constant powers[3] = {squares, cubes, &cubes[1]};
constant char* constant names[2] = {"some", "words"};

/// Addresses as initial values, string literals.
kernel void tables(global const uint* in, global uint* out) {
    size_t i = get_global_id(0);
    constant char* name = in[i] & 1 ? names[in[i] >> 1 & 1] : "third";
    out[i] = powers[in[i] % 3][in[i] >> 8 & 1] + powers[1][in[i] >> 16 & 3] + name[in[i] >> 4 & 3];
}

/// Orders that are values of the run: all of them add up.
kernel void orders(global const uint* in, global uint* out) {
    memory_order order = in[get_global_id(0)] & 1 ? memory_order_relaxed : memory_order_acq_rel;
    global atomic_uint* sum = (global atomic_uint*)out;
    atomic_fetch_add_explicit(sum, in[get_global_id(0)], order, memory_scope_device);
    atomic_fetch_xor_explicit(sum + 1, in[get_global_id(0)], order, memory_scope_device);
}
