// Arrays of the kernel, which groups may be larger than: what lies outside is a matter of bounds alone.
#define N 16

kernel void beside(void) {
    local int first[N], second[N];
    first[get_local_id(0)] = 0;
    second[get_local_id(0)] = 0;
}

kernel void within(void) {
    local int array[N];
    array[get_local_id(0) % N] = 0;
}

kernel void one_of_two(global int* out) {
    local int first[N], second[N];
    first[get_local_id(0)] = 0;
    second[(get_local_id(0) + 1) % N] = 0;
}

// Groups of 17 have what does not lie in its row.
kernel void rows(void) {
    local int array[N][N];
    array[get_local_id(1)][get_local_id(0)] = 0;
}
