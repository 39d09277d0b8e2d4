#include "clmm/base/stack.h"

#include <cstddef>
#include <cstdint>

#ifndef __wasm__
#include <pthread.h>
#endif

namespace clmm {
namespace {

#ifdef __wasm__

// What locals have that have addresses. The machine keeps the rest, and does not say how much it
// has of that: more than a tenth of what is here, by far.
extern "C" const char __stack_low, __stack_high;

std::uintptr_t middle_of_stack() {
    const auto low = reinterpret_cast<std::uintptr_t>(&__stack_low);
    const auto high = reinterpret_cast<std::uintptr_t>(&__stack_high);
    return high - (high - low) / 10;
}

#else

/// Below it, half of the stack is in use; 0 if that is not known.
std::uintptr_t middle_of_stack() {
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
    void* lowest = nullptr;
    std::size_t size = 0;
    const bool is_known = pthread_attr_getstack(&attributes, &lowest, &size) == 0;
    pthread_attr_destroy(&attributes);
    return is_known ? reinterpret_cast<std::uintptr_t>(lowest) + size / 2 : 0;
}

#endif

}  // namespace

bool stack_runs_low() {
    thread_local const std::uintptr_t middle = middle_of_stack();
    return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) < middle;
}

}  // namespace clmm
