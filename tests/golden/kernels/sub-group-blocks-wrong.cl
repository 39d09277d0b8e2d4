kernel void of_private(global uint* out) {
    uint own[4] = {0};
    *out = intel_sub_group_block_read(own);
}
kernel void of_an_image(read_only image2d_t image, global uint* out) {
    *out = intel_sub_group_block_read(image, (int2)(0, 0));
}
kernel void of_two(global uint* out) {
    *out = intel_sub_group_shuffle_down(1u, 2u);
}
