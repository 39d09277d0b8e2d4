#pragma once

#include "formulas.h"

namespace clmm::runtime::launches {

/// Bytes of memory, from an offset on.
struct Bytes {
    TermId offset;
    TermId size;
};

/// When two have a byte in common.
///
/// Idea     Their distance is a known number of bytes and so many times the factor that all else in
///          their offsets has in common, modulo 2⁶⁴. An odd factor has an inverse there, so that no
///          product with the size of a struct is left to be decided.
[[nodiscard]] TermId overlap(Formulas& formulas, const Bytes& one, const Bytes& other);

}  // namespace clmm::runtime::launches
