// Places in an included file and in macros.
#include "include/store.h"

kernel void k(global int* x) {
    store_twice(x, 1);
    STORE(&x[0], \
          x[1]);
    assert(x[0] == 1 && \
           x[1] == 2);
}
