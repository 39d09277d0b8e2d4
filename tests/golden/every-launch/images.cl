// Images: elements of one or two dimensions; no barrier orders them.
constant sampler_t kNearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void copy(read_only image2d_t from, write_only image2d_t to) {
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(to, at, read_imagef(from, kNearest, at));
}

kernel void row_of_all(write_only image2d_t to) {
    write_imagef(to, (int2)(get_global_id(0), 0), (float4)(1));
}

kernel void neighbour(read_write image2d_t both) {
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    const float4 next = read_imagef(both, (int2)(at.x + 1, at.y));
    barrier(CLK_IMAGE_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    write_imagef(both, at, next);
}

kernel void values(read_only image2d_t from, global int* out) {
    const int4 pixel = read_imagei(from, kNearest, (int2)(0, 0));
    if (pixel.x == pixel.y) out[0] = 1;
}
