//pass
//--local_size=64 --num_groups=64 --no-inline

// Each work-item reads what its neighbour has, behind a barrier.
kernel void shift(global int* data) {
    local int own[64];
    own[get_local_id(0)] = data[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    data[get_global_id(0)] = own[(get_local_id(0) + 1) % 64];
}
