//pass
//--local_size=64 --num_groups=[4] --no-inline --check-array-bounds --kernel-args=fits,0x100 --kernel-arrays=fits,1024
kernel void fits(global int* data, int n) {
    if (get_global_id(0) < n) data[get_global_id(0)] = n;
}
