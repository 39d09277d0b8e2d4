#define TWICE(a) a a
kernel void k(global int* out) {
    TWICE(
#include "structs.h"
    )
}
