kernel void statement_attributes(global int* out) {
    int sum = 0;
    __attribute__((opencl_unroll_hint(2))) for (int i = 0; i < 4; i++) sum += i;
    __attribute__((nounroll)) while (sum < 10) sum++;
    __attribute__((likely)) if (sum == 10) sum++;
    for (int i = 0; i < 8; i++) switch (i) {
            case 0 ... 1:
                out[0] += 1;
                __attribute__((fallthrough));
            case 2:
                out[1] += 1;
                break;
            case 'a' ... 'c':
                out[2] = 99;
                break;
            case 5 ... 6:
                out[2] += 10;
                break;
            default:
                out[3] += 100;
        }
    out[4] = sum;
#ifdef BACKWARDS
    switch (sum) {
        case 3 ... 1:
            break;
    }
#endif
}
