// Neighbouring bytes and overlapping ones.
//
// correct:                              every work-item has its own byte
// race OVERLAP: put, put                two bytes each, one apart
// launch: --global 64 --local 16 --args "data[80]"

kernel void bytes(global uchar* data) {
    const uint item = get_global_id(0);
#ifdef OVERLAP
    vstore2((uchar2)(item), 0, data + item);  // @put
#else
    data[item] = item;
#endif
}
