#pragma once

#include <utility>

namespace clmm {

/// What the calling thread keeps of a type, made by the first call; null once the thread has ended
/// it. Static objects are destroyed after that: they go on without it.
///
/// Why      A `thread_local` object with a destructor must not be touched after its end, and
///          nothing tells. The main thread's are destroyed before any static object, whose
///          destructor would write to freed memory.
/// Shape    one object for each type and thread, so the type is one of the caller's own.
template <class T>
[[nodiscard]] T* of_thread() {
    // Without destructors, these two can be read until the thread's memory is gone.
    static constinit thread_local T* kept = nullptr;
    static constinit thread_local bool is_over = false;
    struct End {
        ~End() {
            is_over = true;
            delete std::exchange(kept, nullptr);
        }
    };
    if (kept == nullptr && !is_over) {
        static thread_local const End end;
        (void)&end;
        kept = new T;
    }
    return kept;
}

}  // namespace clmm
