#pragma once

#include <cstdint>

#include "execute/instruction.h"
#include "execute/loops/generation.h"

namespace clmm::runtime {

template <auto F, class D, class A>
[[gnu::always_inline]] inline void each1(void* d, const void* a, const void* /*b*/,
                                         const void* /*c*/, unsigned count) {
    auto* out = static_cast<D*>(d);
    const auto* first = static_cast<const A*>(a);
#pragma GCC ivdep
    for (unsigned i = 0; i < count; ++i) out[i] = static_cast<D>(F(first[i]));
}

template <auto F, class D, class A, class B>
[[gnu::always_inline]] inline void each2(void* d, const void* a, const void* b, const void* /*c*/,
                                         unsigned count) {
    auto* out = static_cast<D*>(d);
    const auto* first = static_cast<const A*>(a);
    const auto* second = static_cast<const B*>(b);
#pragma GCC ivdep
    for (unsigned i = 0; i < count; ++i) out[i] = static_cast<D>(F(first[i], second[i]));
}

template <auto F, class D, class A, class B, class C>
[[gnu::always_inline]] inline void each3(void* d, const void* a, const void* b, const void* c,
                                         unsigned count) {
    auto* out = static_cast<D*>(d);
    const auto* first = static_cast<const A*>(a);
    const auto* second = static_cast<const B*>(b);
    const auto* third = static_cast<const C*>(c);
#pragma GCC ivdep
    for (unsigned i = 0; i < count; ++i) out[i] = static_cast<D>(F(first[i], second[i], third[i]));
}

/// Loops of pure operations, F a captureless function of the elements.
template <auto F, class D, class A>
void loop1(void* d, const void* a, const void* b, const void* c, unsigned count) {
    run_vectors<each1<F, D, A>>(d, a, b, c, count);
}
template <auto F, class D, class A, class B>
void loop2(void* d, const void* a, const void* b, const void* c, unsigned count) {
    run_vectors<each2<F, D, A, B>>(d, a, b, c, count);
}
template <auto F, class D, class A, class B, class C>
void loop3(void* d, const void* a, const void* b, const void* c, unsigned count) {
    run_vectors<each3<F, D, A, B, C>>(d, a, b, c, count);
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
