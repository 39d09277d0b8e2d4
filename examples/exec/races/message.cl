// One work-item hands a value to another, of the same or of another work-group.
//
// correct:
// correct FENCES:                       relaxed atomics between fences
// race RELAXED_STORE: data, use         the flag is stored with memory_order_relaxed
// race RELAXED_LOAD: data, use          … or loaded so
// race NARROW_SCOPE: data, use          memory_scope_work_group between two work-groups
// race NARROW_SCOPE: flag, test         … the flag itself is raced for, too
// race FENCES WRONG_FLAG: data, use     the fence before the flag orders local memory
// race FENCES LATE_FENCE: data, use     the fence comes after the flag
// launch: --global 2 --local 1 --args "data[1] flag[1] out[1]"

#ifdef NARROW_SCOPE
#define SCOPE memory_scope_work_group
#else
#define SCOPE memory_scope_device
#endif
#if defined RELAXED_STORE || defined FENCES
#define STORE_ORDER memory_order_relaxed
#else
#define STORE_ORDER memory_order_release
#endif
#if defined RELAXED_LOAD || defined FENCES
#define LOAD_ORDER memory_order_relaxed
#else
#define LOAD_ORDER memory_order_acquire
#endif
#ifdef WRONG_FLAG
#define FLAG CLK_LOCAL_MEM_FENCE
#else
#define FLAG CLK_GLOBAL_MEM_FENCE
#endif

kernel void message(global int* data, global atomic_int* flag, global int* out) {
    if (get_global_id(0) == 0) {
        *data = 42;  // @data
#if defined FENCES && !defined LATE_FENCE
        atomic_work_item_fence(FLAG, memory_order_release, SCOPE);
#endif
        atomic_store_explicit(flag, 1, STORE_ORDER, SCOPE);  // @flag
#if defined FENCES && defined LATE_FENCE
        atomic_work_item_fence(FLAG, memory_order_release, SCOPE);
#endif
    } else {
        while (atomic_load_explicit(flag, LOAD_ORDER, SCOPE) == 0) {  // @test
        }
#ifdef FENCES
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, SCOPE);
#endif
        *out = *data;  // @use
    }
}
