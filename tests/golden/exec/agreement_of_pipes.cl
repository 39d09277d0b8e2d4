// Functions of pipes that a work-group or a sub-group calls together, with the same arguments.

kernel void reserve(write_only pipe int p, global int* out) {
    const reserve_id_t id = work_group_reserve_write_pipe(p, get_local_size(0));
    if (is_valid_reserve_id(id)) {
        int v = get_local_id(0);
        write_pipe(p, id, get_local_id(0), &v);
        work_group_commit_write_pipe(p, id);
    }
    out[get_global_id(0)] = 1;
}

kernel void reserve_differs(write_only pipe int p, global int* out) {
    const reserve_id_t id = work_group_reserve_write_pipe(p, 1 + get_local_id(0));
    if (is_valid_reserve_id(id)) work_group_commit_write_pipe(p, id);
    out[get_global_id(0)] = 1;
}

kernel void reserve_in_sub_groups(write_only pipe int p, global int* out) {
    const reserve_id_t id = sub_group_reserve_write_pipe(p, 1 + get_sub_group_id());
    if (is_valid_reserve_id(id)) sub_group_commit_write_pipe(p, id);
    out[get_global_id(0)] = 1;
}

kernel void reserve_in_sub_groups_differs(write_only pipe int p, global int* out) {
    const reserve_id_t id = sub_group_reserve_write_pipe(p, 1 + get_sub_group_local_id());
    if (is_valid_reserve_id(id)) sub_group_commit_write_pipe(p, id);
    out[get_global_id(0)] = 1;
}
