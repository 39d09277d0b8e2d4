// One step of a sort of 2^m elements: for k = 2, 4, … 2^m and j = k/2, k/4, … 1.
kernel void bitonic_step(global uint* data, uint j, uint k) {
    uint i = get_global_id(0), other = i ^ j;
    if (other > i) {
        uint a = data[i], b = data[other];
        if ((a > b) == ((i & k) == 0)) {
            data[i] = b;
            data[other] = a;
        }
    }
}
