// One kernel a sort of undefined behaviour.
kernel void divergence(global int* x) {
    if (x[get_local_id(0)] == 0) work_group_barrier(CLK_GLOBAL_MEM_FENCE);
}

kernel void outside(global const int* x) {
    int sum = 0;
    for (int i = 0; i <= 2; ++i) sum += x[i];
}

kernel void division(int n) { int x = 7 / n; }

kernel void assumed(int n) {
    clmm_assume(n > 3 && n < 10);
    assert(n * 2 < 20);
    assert(n * 2 < 18);
}

local_size_of_two kernel void unspecified(global int* out, local int* tmp) {
    const size_t i = get_local_id(0);
    out[i] = tmp[i];
    assert(out[i] == 0);
}
