// Statements in an expression; the last one gives the value.
#define MAX(a, b)                  \
    ({                             \
        int a_ = (a);              \
        int b_ = (b);              \
        a_ > b_ ? a_ : b_;         \
    })

int first_above(global int* in, int bound) {
    int at = ({
        int i = 0;
        while (in[i] <= bound) {
            if (i == 3) return -1;
            ++i;
        }
        i;
    });
    return at;
}

kernel void statement_expressions(global int* out, global int* in) {
    out[0] = MAX(in[0], 3) + MAX(MAX(in[1], in[2]), 4);
    ({ out[1] = 5; });
    out[2] = first_above(in, 6) * 10 + first_above(in, 100);
    out[3] = in[0] > 1 ? ({ out[4] += 1; 7; }) : ({ out[4] += 10; 8; });
    float4 v = ({ float4 w = (float4)(1, 2, 3, 4); w * 2; });
    out[5] = (int)v.w + ({ struct { int a, b; } s = {1, 2}; s; }).b;
}
