// Functions of one name, told apart by their arguments.
#define OVERLOADS __attribute__((overloadable))
int OVERLOADS which(int x);
float OVERLOADS which(float x);

int OVERLOADS which(int x) { return 1; }
float OVERLOADS which(float x) { return 2; }
OVERLOADS float4 which(float4 x) { return x + 3; }
OVERLOADS int which(int x, int y) { return 5; }
OVERLOADS int which(global int* p) { return 6; }

kernel void overloads(global int* out, uchar small) {
    out[0] = which(1);
    out[1] = (int)which(1.0f);
    out[2] = (int)which((float4)(1)).x;
    out[3] = which(1, 2);
    out[4] = which(out);
    out[5] = which(small);
#ifdef NONE
    out[0] = which((int2)(1));
#endif
}
