// Kernels that ask about more dimensions than sizes say.

// Each row of work-items writes the same elements.
kernel void by_column(global int* out) { out[get_global_id(0)] = get_global_id(1); }

size_t row(void) { return get_global_id(1); }
kernel void by_column_in_function(global int* out) { out[get_global_id(0)] = row(); }

kernel void by_chosen_dimension(global int* out, uint d) { out[get_global_id(0)] = get_group_id(d); }

kernel void by_place(global int* out) { out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = 1; }

kernel void by_line(global int* out) { out[get_global_id(0)] = get_global_linear_id(); }

kernel __attribute__((reqd_work_group_size(4, 2, 1))) void by_required_column(global int* out) {
    out[get_global_id(0)] = 1;
}
