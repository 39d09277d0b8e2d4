// Memory of the host as it is: it ends, and its bytes can race.
kernel void doubled(global int* data) { data[get_global_id(0)] *= 2; }

kernel void all_to_one(global int* data) { data[0] = (int)get_global_id(0); }

// A number is no address of it.
kernel void by_number(global int* data, ulong number) { *(global int*)number = data[0]; }
