//pass
//--local_size=64 --num_groups=* -DPLACE=get_global_id(0) -D VALUE=2
kernel void macro(global int* data) { data[PLACE] = VALUE; }
