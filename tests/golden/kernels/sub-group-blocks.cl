// Accesses of blocks and shuffles, as cl_intel_subgroups and cl_khr_subgroup_shuffle have them.
#define FOUR __attribute__((intel_reqd_sub_group_size(4)))

// Component n of work-item i is element i + 4 * n: each is of one work-item.
FOUR kernel void strided(global const uint* in, global uint* out) {
    size_t at = get_sub_group_id() * 8;
    uint2 v = intel_sub_group_block_read2(in + at);
    uint i = get_sub_group_local_id();
    assert(v.x == in[at + i] && v.y == in[at + 4 + i]);
    intel_sub_group_block_write2(out + at, v);
    assert(out[at + i] == v.x && out[at + 4 + i] == v.y);
}

// Work-item 0 writes what work-item 3 reads.
FOUR kernel void racy(global uint* out) {
    uint v = intel_sub_group_block_read(out);
    if (get_local_id(0) == 0) out[3] = v;
}

// What is written is behind the block.
FOUR kernel void behind(global uint* out) {
    uint v = intel_sub_group_block_read(out);
    if (get_local_id(0) == 0) out[4] = v;
}

// A barrier of the sub-group is between them.
FOUR kernel void ordered(global uint* out) {
    uint v = intel_sub_group_block_read(out);
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) out[3] = v;
}

// The blocks of two sub-groups have elements in common.
FOUR kernel void common(global ushort* out) {
    intel_sub_group_block_write_us2(out + 8 * get_group_id(0), (ushort2)(1, 2));
}
FOUR kernel void apart(global ushort* out) {
    intel_sub_group_block_write_us2(out + 8 * get_sub_group_id(), (ushort2)(1, 2));
}

// In local memory, of bytes.
FOUR kernel void bytes(global uchar* out) {
    local ulong block[8];
    intel_sub_group_block_write_ul2(block, (ulong2)(get_local_id(0), 0));
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    uchar16 all = intel_sub_group_block_read_uc16((local uchar*)block);
    if (get_local_id(0) == 0) assert(all.s2 == 1 && all.s4 == 2 && all.s6 == 3);
    else assert(all.s2 == 0);
}

FOUR kernel void two_pointers(global uint* out) {
    uint v = intel_sub_group_block_read(out + (get_local_id(0) == 3 ? 4 : 0));
    out[8 + get_local_id(0)] = v;
}
FOUR kernel void two_work_items(global uint* out) {
    if (get_local_id(0) < 2) out[8 + get_local_id(0)] = intel_sub_group_block_read(out);
}
FOUR kernel void misaligned(global uint* out) {
    intel_sub_group_block_write(out + 1, 7u);
}
FOUR kernel void aligned_for_reads(global uint* out) {
    out[8 + get_local_id(0)] = intel_sub_group_block_read(out + 1);
}

// The greatest of all, by way of each other one.
kernel void greatest(global uint* out) {
    uint i = get_local_id(0), m = i * i;
    for (uint step = 1; step < get_sub_group_size(); step *= 2)
        m = max(m, sub_group_shuffle_xor(m, step));
    assert(m == (get_sub_group_size() - 1) * (get_sub_group_size() - 1));
    out[i] = m;
}

// Intel's take two values side by side; vectors are shuffled by components.
FOUR kernel void side_by_side(global uint* out) {
    uint i = get_sub_group_local_id();
    assert(intel_sub_group_shuffle_down(i, 10u + i, 3u) == (i < 1 ? i + 3 : 10 + i - 1));
    assert(intel_sub_group_shuffle_up(10u + i, i, 3u) == (i < 3 ? 11 + i : i - 3));
    uint2 v = intel_sub_group_shuffle((uint2)(i, 10 * i), 3u - i);
    assert(v.x == 3 - i && v.y == 10 * (3 - i));
    assert(sub_group_shuffle_up((char)i, 1u) == (char)(i - 1) || i == 0);
    out[get_local_id(0)] = v.x;
}

// Not all need come: what comes from one that does not is any value.
FOUR kernel void some_come(global uint* out) {
    uint i = get_sub_group_local_id();
    if (i < 2) assert(sub_group_shuffle(i + 1, 1u - i) == 2 - i);
}
FOUR kernel void from_absent(global uint* out) {
    uint i = get_sub_group_local_id();
    if (i < 2) assert(sub_group_shuffle(i, 3u) == 0);
}

// A shuffle orders no memory.
FOUR kernel void shuffle_orders_nothing(global uint* out) {
    uint i = get_sub_group_local_id();
    out[i] = i;
    uint other = sub_group_shuffle(i, i ^ 1u);
    assert(other == (i ^ 1));
    out[other] = 7;
}
