#pragma once

#include <cmath>
#include <cstdint>

#include "clmm/language/scalars.h"

namespace clmm::language {

/// The contents that `data[8]=random:7` says, one number after another: splitmix64, so the same
/// numbers for a seed on every machine.
class RandomNumbers {
public:
    explicit RandomNumbers(std::uint64_t seed) : state_(seed) {}

    /// Integers have any bits.
    std::uint64_t bits() {
        state_ += 0x9E3779B97F4A7C15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31U);
    }
    /// Floating numbers lie in [0, 1), on a grid that the type can hold.
    double fraction(Scalar scalar) {
        const int digits = scalar == Scalar::f16 ? 11 : scalar == Scalar::f32 ? 24 : 53;
        return std::ldexp(static_cast<double>(bits() >> (64 - digits)), -digits);
    }

private:
    std::uint64_t state_;
};

}  // namespace clmm::language
