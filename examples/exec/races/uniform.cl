// All work-items say that they have found something, in the functions of OpenCL 1.x.
//
// correct:                              an atomic that cannot tear, in the widest scope
// race PLAIN: say_plainly, say_plainly  the same value, but still a race
// race MIXED: say, ask                  a plain read beside the atomics
// launch: --global 64 --local 16 --args "found[1] out[64]"

kernel void search(global int* found, global int* out) {
    const uint item = get_global_id(0);
#ifdef PLAIN
    *found = 1;  // @say_plainly
#else
    atomic_xchg(found, 1);  // @say
#endif
#ifdef MIXED
    out[item] = *found;  // @ask
#else
    out[item] = item;
#endif
}
