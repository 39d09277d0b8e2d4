// Images with several dimensions, samplers, and channels of floats under check.
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

float4 sample(read_only image2d_t image, sampler_t how, int2 at) { return read_imagef(image, how, at); }

// Each item has a texel of its own.
kernel void copy(read_only image2d_t in, write_only image2d_t out) {
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, sample(in, nearest, at));
}

// All items of a column write its first texel.
kernel void column(read_only image2d_t in, write_only image2d_t out, sampler_t given) {
    write_imagef(out, (int2)(get_global_id(0), 0), read_imagef(in, given, (float2)(0.5f, 0.25f)));
}

// Texels of two rows that lie behind one another in memory: x is outside.
kernel void beyond(write_only image2d_t out) { write_imageui(out, (int2)(2, 0), (uint4)(1)); }

kernel void sizes(read_only image2d_t plane, read_only image3d_t volume, read_only image2d_array_t layers,
                  read_only image1d_buffer_t row, read_only image2d_depth_t depth) {
    assert(get_image_width(plane) == 4 && get_image_height(plane) == 2);
    assert(get_image_dim(plane).y == 2);
    assert(get_image_depth(volume) == 5 && get_image_dim(volume).z == 5 && get_image_dim(volume).w == 0);
    assert(get_image_array_size(layers) == 3);
    assert(get_image_width(row) == 7);
    float seen = read_imagef(depth, (int2)(0, 0)) + read_imagef(row, 3).y;
    assert(get_image_channel_order(plane) == CLK_RGBA || seen != seen || true);
}

// What a texel of floats holds is any value.
kernel void unknown(read_only image2d_t in, global int* a) {
    if (read_imagef(in, (int2)(0, 0)).x > 0.5f) a[0] = 1;
}

// The item that writes a texel and the one that reads it.
kernel void both(read_write image2d_t image, global float* a) {
    if (get_global_id(0) == 0)
        write_imagef(image, (int2)(1, 1), (float4)(1.0f));
    else
        a[0] = read_imagef(image, (int2)(PLACE, 1)).x;
}

kernel void tall(read_only image1d_t row) { int height = get_image_height(row); }

kernel void sampled(read_write image2d_t image) { float4 x = read_imagef(image, nearest, (int2)(0, 0)); }

kernel void flat(write_only image2d_t image) { write_imagef(image, 0, (float4)(0.0f)); }

kernel void same(read_only image2d_t a, write_only image2d_t b) {}

kernel void integers(read_only image1d_t in) {
    const int4 first = read_imagei(in, 1);
    assert(first.x == 7);
}
