// Strings that initialise arrays of characters.
struct named {
    char name[4];
    int value;
};
constant char names[2][4] = {"ab", {"cde"}};
constant struct named things[] = {{"x", 1}, {.value = 2, .name = "yz"}};

kernel void strings(global int* out) {
    char s[] = "abc";
    const uchar t[6] = {"de"};
    const struct named n = {"fghi", 3};
    out[0] = s[0] + s[3] * 1000 + (int)sizeof(s) * 10000;
    out[1] = t[1] + t[5] * 1000 + n.name[3] * 10000 + n.value * 10000000;
    out[2] = names[0][1] + names[1][2] * 1000 + names[0][3] * 1000000;
    out[3] = things[0].name[0] + things[0].value * 1000 + things[1].name[1] * 10000 + things[1].value * 10000000;
}

// Nothing behind the end of the block is reached where it is left.
int left(int x) {
    return ({
        if (x) return 7;
        x + 1;
    });
}

kernel void leaves(global int* out) {
    const int i = get_global_id(0);
    out[i] = left(i);
}

#ifdef WRONG
kernel void too_long(global int* out) {
    char s[2] = "abc";
    out[0] = s[0];
}
#endif
