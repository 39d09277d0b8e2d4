// Each kernel by `exec` and by `check`: braces left out, designations, and what follows them.
struct pair {
    int a;
    int b[2];
    int c;
};
struct nested {
    struct pair first;
    union {
        int number;
        char bytes[4];
    };
    int4 vector;
};
struct pair whole = (struct pair){1, {2, 3}, 4};
constant struct pair table[3] = {(struct pair){5}, [2] = {.b[1] = 6, 7}};
constant struct nested deep = {.first.b[1] = 1, 2, 3, 4, .vector = (int4)(5, 6, 7, 8)};
constant int number = (int){9};

// .b[0] = 5, and behind it b[1], then c.
kernel void behind_a_part(global int* out) {
    const struct pair x = {.b[0] = 5, 6, 7};
    out[0] = x.a, out[1] = x.b[0], out[2] = x.b[1], out[3] = x.c;
}

// A part of a part of a part; the union's first member; a vector from one number.
kernel void behind_a_part_of_a_part(global int* out) {
    const struct nested x = {.first.b[1] = 1, 2, 3, 4};
    out[0] = x.first.b[1], out[1] = x.first.c, out[2] = x.number, out[3] = x.vector.w;
}

kernel void of_a_union(global int* out) {
    const struct nested x = {.bytes[1] = 1, 2, .first.a = 8, 9};
    out[0] = x.bytes[0] + 10 * x.bytes[1] + 100 * x.bytes[2], out[1] = x.first.a;
    out[2] = x.first.b[0], out[3] = x.first.b[1];
}

kernel void without_a_length(global int* out) {
    const int numbers[] = {[2] = 1, 2, [0] = 3, 4};
    const struct pair pairs[] = {1, 2, 3, 4, 5};
    out[0] = sizeof(numbers) / sizeof(int), out[1] = numbers[3] + 10 * numbers[1];
    out[2] = sizeof(pairs) / sizeof(struct pair), out[3] = pairs[1].a;
}

// In a list a vector takes one value; braces of its own give its components.
kernel void vectors(global int* out) {
    const int4 values[3] = {1, {2, 3, 0, 0}, (int4)(4, 5, 6, 7)};
    out[0] = values[0].w, out[1] = values[1].x, out[2] = values[1].y + values[1].z, out[3] = values[2].w;
}

kernel void whole_structs(global int* out) {
    const struct pair x = {1, {2, 3}, 4};
    const struct nested y = {x, 5};
    const struct pair z[2] = {x, [1].b = {6}};
    out[0] = y.first.c, out[1] = y.number, out[2] = z[0].b[1], out[3] = z[1].b[0];
}

// The last value of a part is the one that it has.
kernel void twice(global int* out) {
    const struct pair x = {1, 2, 3, 4, .b[0] = 5, .a = 6};
    out[0] = x.a, out[1] = x.b[0], out[2] = x.b[1], out[3] = x.c;
}

kernel void outside_functions(global int* out) {
    out[0] = whole.a + 10 * whole.b[1] + 100 * whole.c;
    out[1] = table[0].a + 10 * table[1].a + 100 * table[2].b[1] + 1000 * table[2].c;
    out[2] = deep.first.b[1] + 10 * deep.first.c + 100 * deep.number;
    out[3] = deep.vector.z + 10 * number;
}

kernel void literals(global int* out) {
    const int* const numbers = (int[]){[1] = 4, 5};
    out[0] = numbers[2], out[1] = ((struct pair){.b[0] = 1, 2, 3}).c;
    out[2] = (&(struct pair){.b = {7}, 8})->c, out[3] = numbers[0];
}

// A list takes the place of all that was said of its part, one member of a union that of another.
kernel void again(global int* out) {
    const struct pair x = {.b = {1, 2}, .b = {3}, 4};
    const struct nested y = {.number = -1, .bytes[1] = 2, .first = x, .first.a = 5};
    const int rows[2][2] = {{1, 2}, {3, 4}, [0] = {5}};
    out[0] = 10 * x.b[0] + x.b[1], out[1] = y.bytes[0] + y.bytes[1] + y.bytes[2];
    out[2] = 10 * y.first.b[0] + y.first.a, out[3] = 10 * rows[0][0] + rows[0][1] + rows[1][0];
}
