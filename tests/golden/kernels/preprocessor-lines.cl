#ifdef __has_builtin
#define SYNC __has_builtin(work_group_barrier)
#else
#define SYNC 2
#endif
#if __has_include("no-such-file.h") || __has_attribute(vector_size)
#error nothing of this is there
#endif
#pragma
#define PUT(to, a, b) to[get_global_id(0)] = (a) * 10 + (b)

kernel void lines(global int* out) {
#pragma
    PUT(out,
#ifdef WIDE
        7,
#else
        4,
#  if SYNC != 1
        nothing
#  endif
#endif
        SYNC);
#ifdef WIDE
    assert(out[get_global_id(0)] == 71);
#else
    assert(out[get_global_id(0)] == 41);
#endif
}
#pragma
