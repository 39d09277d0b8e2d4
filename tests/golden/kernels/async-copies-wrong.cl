// Calls for asynchronous copies that are not OpenCL C.
#define N 4

kernel void computed(global const int* in) {
    local int tile[N];
    event_t done = async_work_group_copy(tile, in, N, 0);
    done = done + 1;
    wait_group_events(1, &done);
}

kernel void of_a_number(global const int* in) {
    local int tile[N];
    const event_t done = async_work_group_copy(tile, in, N, 1);
    wait_group_events(1, &done);
}

kernel void within_local(global const int* in) {
    local int tile[N], other[N];
    const event_t done = async_work_group_copy(tile, other, N, 0);
    wait_group_events(1, &done);
}

kernel void other_elements(global const uint* in) {
    local int tile[N];
    const event_t done = async_work_group_copy(tile, in, N, 0);
    wait_group_events(1, &done);
}

kernel void no_events(global const int* in) {
    local int tile[N];
    int done = 0;
    wait_group_events(1, &done);
}
