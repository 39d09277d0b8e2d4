// Ballots of sub-groups.
kernel void votes(global uint* out) {
    const uint i = get_sub_group_local_id();
    const uint4 odd = sub_group_ballot(i & 1);
    out[get_global_id(0)] = odd.x;
    assert(sub_group_inverse_ballot(odd) == (i & 1));
    assert(sub_group_ballot_bit_extract(odd, 3) == 1);
    assert(sub_group_ballot_bit_count(odd) == 2);
    assert(sub_group_ballot_inclusive_scan(odd) == (i + 1) / 2);
    assert(sub_group_ballot_exclusive_scan(odd) == i / 2);
    assert(sub_group_ballot_find_lsb(odd) == 1);
    assert(sub_group_ballot_find_msb(odd) == 3);
    assert(get_sub_group_eq_mask().x == 1u << i);
    assert((get_sub_group_lt_mask().x | get_sub_group_ge_mask().x) == 15);
    assert((get_sub_group_le_mask().x & get_sub_group_gt_mask().x) == 0);
    assert(sub_group_broadcast_first(i) == 0);
    assert(sub_group_non_uniform_broadcast(i, 2) == 2);
}
kernel void of_some(global uint* out) {
    const uint i = get_sub_group_local_id();
    if (i > 1) {
        out[get_global_id(0)] = sub_group_ballot(1).x;
        assert(sub_group_broadcast_first(i) == 2);
    }
}
kernel void wrong(global uint* out) { assert(sub_group_ballot(get_sub_group_local_id() == 1).x == 1); }
kernel void orders_nothing(global uint* out) {
    out[get_global_id(0)] = 1;
    sub_group_ballot(1);
    out[get_global_id(0) ^ 1] = 2;
}
