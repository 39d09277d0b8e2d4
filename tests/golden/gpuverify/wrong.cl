//pass
//--local_size=64 --num_groups=[4
kernel void wrong(global int* data) { data[get_global_id(0)] = 1; }
