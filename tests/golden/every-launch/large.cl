// Launches of a million work-items: of a race the first groups are run.
kernel void one_place(global int* out) { out[0] = get_global_id(0); }

kernel void one_place_of_group(local int* tmp) { tmp[0] = get_local_id(0); }

kernel void own_place(global int* out) { out[get_global_id(0)] = 1; }
