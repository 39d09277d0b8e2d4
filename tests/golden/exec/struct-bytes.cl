// A struct as the bytes of a file: "six.raw" has those of three shorts.
struct three { uchar a; uchar b; ushort c[2]; };
kernel void told(struct three s, global int* out) {
    out[0] = s.a;
    out[1] = s.b;
    out[2] = s.c[1] + s.c[0] * 0;
}
