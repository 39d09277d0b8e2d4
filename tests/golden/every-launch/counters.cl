// What is only counted, by one, gives each work-item another number.
kernel void own_place(global uint* count, global int* out) { out[atomic_inc(count)] = 1; }

kernel void own_place_in_turns(global uint* count, global int* out, int n) {
    for (int k = 0; k < n; k++) out[atomic_dec(count)] = k;
}

kernel void of_group(local int* out) {
    local int count;
    if (get_local_id(0) == 0) count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[atomic_inc(&count)] = 1;
}

// Each group has a counter of its own.
kernel void of_each_group(global int* out) {
    local int count;
    if (get_local_id(0) == 0) count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[atomic_inc(&count)] = 1;
}

// It begins again.
kernel void twice(global int* out) {
    local int count;
    if (get_group_id(0) > 0) return;
    for (int k = 0; k < 2; k++) {
        if (get_local_id(0) == 0) count = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        out[atomic_inc(&count)] = 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

kernel void up_and_down(global uint* count, global int* out) {
    out[get_global_id(0) & 1 ? atomic_dec(count) : atomic_inc(count)] = 1;
}

// Two counters beside one another.
kernel void of_two(global uint* count, global int* out) {
    out[atomic_inc(count + (get_global_id(0) & 1))] = 1;
}

// A pointer that is asked for is the one that it is equal to.
struct place { global int* at; };

kernel void asked_for(global int* out, struct place given) {
    if (given.at == out) given.at[get_global_id(0)] = 1;
}

kernel void not_asked_for(global int* out, struct place given) {
    if (given.at != out) given.at[get_global_id(0)] = 1;
}

// Run with an index that is in memory.
kernel void any_index(global int* out, int i) { out[i] = get_global_id(0); }
