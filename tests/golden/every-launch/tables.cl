// Constants of the program are what the text says; variables may have been changed by a kernel before.
constant int kZeros[1000] = {};
constant uchar kEach[4] = {2, 0, 3, 1};
constant int kSome[4] = {2, 0, 2, 1};
global int changed[4] = {2, 0, 3, 1};

kernel void zeros(global int* out) {
    if (kZeros[get_global_id(0)] != 0) out[0] = 1;
}

kernel void each(local int* out) { out[kEach[get_local_id(0) & 3]] = 1; }

kernel void some(local int* out) { out[kSome[get_local_id(0) & 3]] = 1; }

kernel void variables(local int* out) { out[changed[get_local_id(0) & 3]] = 1; }
