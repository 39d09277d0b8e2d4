// What launch files give: numbers, vectors, structs, memory of every kind.
struct pair {
    char first;
    int second;
};

kernel void every(global const uint* in, global int* out, constant float* factors, local int* own,
                  int number, float4 vector, struct pair both, global int* none) {
    const size_t i = get_global_id(0);
    own[get_local_id(0)] = (int)in[i] + number;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int other = own[get_local_size(0) - 1 - get_local_id(0)];
    out[i] = other + (int)(factors[i & 1] * vector.y) + both.first * both.second + (none == 0);
}

kernel void copy(global int* to, global const int* from) {
    to[get_global_id(0)] = from[get_global_id(0)];
}

#ifndef STEP
#define STEP 1
#endif
kernel void bytes(global uchar* data) { data[get_global_id(0)] += STEP; }

kernel void halves(global float* data) { data[get_global_id(0)] /= 2; }

kernel void triple(global int3* out, int3 in) { out[get_global_id(0)] = in; }

kernel void clashes(global int* out) { out[0] = (int)get_global_id(0); }

kernel void draws(read_only image2d_t image, global int* out) { out[0] = get_image_width(image); }
