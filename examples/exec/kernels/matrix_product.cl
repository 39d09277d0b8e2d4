// c = a * b, of sizes rows x inner and inner x columns, in tiles held in local memory.
#pragma OPENCL FP_CONTRACT OFF
#define TILE 16

kernel void matrix_product(global const float* a, global const float* b, global float* c,
                           uint rows, uint inner, uint columns) {
    local float tile_a[TILE][TILE], tile_b[TILE][TILE];
    uint column = get_global_id(0), row = get_global_id(1);
    uint x = get_local_id(0), y = get_local_id(1);
    float sum = 0.0f;
    for (uint t = 0; t < inner; t += TILE) {
        tile_a[y][x] = row < rows && t + x < inner ? a[row * inner + t + x] : 0.0f;
        tile_b[y][x] = t + y < inner && column < columns ? b[(t + y) * columns + column] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < TILE; ++k) sum += tile_a[y][k] * tile_b[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < rows && column < columns) c[row * columns + column] = sum;
}
