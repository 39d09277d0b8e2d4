kernel void behind(global int* data) { data[get_global_id(0)] = 1; }
//--local_size=64 --num_groups=4
