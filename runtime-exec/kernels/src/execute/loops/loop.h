#pragma once

#include <cstdint>

#include "execute/instruction.h"

// Compiled for the vector units of several generations; the loader chooses. Clang 14 and targets
// other than x86-64 get the plain version.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CLMM_VECTOR_CLONES \
    __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define CLMM_VECTOR_CLONES
#endif

namespace clmm::runtime {

/// Loops of pure operations, F a captureless function of the elements.
template <auto F, class D, class A>
CLMM_VECTOR_CLONES void loop1(void* d, const void* a, const void* /*b*/, const void* /*c*/,
                              unsigned count) {
    auto* out = static_cast<D*>(d);
    const auto* first = static_cast<const A*>(a);
#pragma GCC ivdep
    for (unsigned i = 0; i < count; ++i) out[i] = static_cast<D>(F(first[i]));
}

template <auto F, class D, class A, class B>
CLMM_VECTOR_CLONES void loop2(void* d, const void* a, const void* b, const void* /*c*/,
                              unsigned count) {
    auto* out = static_cast<D*>(d);
    const auto* first = static_cast<const A*>(a);
    const auto* second = static_cast<const B*>(b);
#pragma GCC ivdep
    for (unsigned i = 0; i < count; ++i) out[i] = static_cast<D>(F(first[i], second[i]));
}

template <auto F, class D, class A, class B, class C>
CLMM_VECTOR_CLONES void loop3(void* d, const void* a, const void* b, const void* c,
                              unsigned count) {
    auto* out = static_cast<D*>(d);
    const auto* first = static_cast<const A*>(a);
    const auto* second = static_cast<const B*>(b);
    const auto* third = static_cast<const C*>(c);
#pragma GCC ivdep
    for (unsigned i = 0; i < count; ++i) out[i] = static_cast<D>(F(first[i], second[i], third[i]));
}

/// Likewise for functions that no vector unit has: compiled once.
template <auto F, class D, class A>
void call1(void* d, const void* a, const void* /*b*/, const void* /*c*/, unsigned count) {
    auto* out = static_cast<D*>(d);
    const auto* first = static_cast<const A*>(a);
    for (unsigned i = 0; i < count; ++i) out[i] = static_cast<D>(F(first[i]));
}

template <auto F, class D, class A, class B>
void call2(void* d, const void* a, const void* b, const void* /*c*/, unsigned count) {
    auto* out = static_cast<D*>(d);
    const auto* first = static_cast<const A*>(a);
    const auto* second = static_cast<const B*>(b);
    for (unsigned i = 0; i < count; ++i) out[i] = static_cast<D>(F(first[i], second[i]));
}

template <auto F, class D, class A, class B, class C>
void call3(void* d, const void* a, const void* b, const void* c, unsigned count) {
    auto* out = static_cast<D*>(d);
    const auto* first = static_cast<const A*>(a);
    const auto* second = static_cast<const B*>(b);
    const auto* third = static_cast<const C*>(c);
    for (unsigned i = 0; i < count; ++i) out[i] = static_cast<D>(F(first[i], second[i], third[i]));
}

}  // namespace clmm::runtime
