// Two dimensions.
#define TILE 16

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void transpose(global const float* in, global float* out, int width, int height) {
    local float tile[TILE][TILE + 1];
    const int x = get_global_id(0), y = get_global_id(1);
    tile[get_local_id(1)][get_local_id(0)] = in[y * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int to_x = get_group_id(1) * TILE + get_local_id(0);
    const int to_y = get_group_id(0) * TILE + get_local_id(1);
    out[to_y * height + to_x] = tile[get_local_id(0)][get_local_id(1)];
}

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void transpose_without_barrier(global const float* in, global float* out, int width) {
    local float tile[TILE][TILE + 1];
    tile[get_local_id(1)][get_local_id(0)] = in[get_global_id(1) * width + get_global_id(0)];
    out[get_global_id(1) * width + get_global_id(0)] = tile[get_local_id(0)][get_local_id(1)];
}

kernel void tile_too_small(global float* out) {
    local float tile[TILE];
    tile[get_local_id(0)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[0];
}

kernel void plane(global int* out) {
    out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = 1;
}

kernel void plane_by_rows(global int* out) { out[get_global_id(1)] = 1; }
