//fail

kernel void square(global int* data, int width, float by) {
    data[get_global_id(1) * width + get_global_id(0)] = get_global_id(0);
}
