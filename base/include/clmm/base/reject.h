#pragma once

#include <string>

#include "clmm/base/diagnostic.h"

namespace clmm {

/// A mistake of the user, or what is not supported, on its way to the nearest place that can go on
/// after it. Who catches it says which source it is in.
///
/// Errors   this is one, on its way; it never leaves a library: outside, it is a Result's.
struct Rejected {
    Diagnostic diagnostic;  ///< without a source, unless it is about another one than the catcher's

    /// What is wrong with this source.
    [[nodiscard]] Diagnostic in(SourcePtr source) const;
};

/// Throws Rejected.
[[noreturn]] void reject(std::string code, std::string message, Span span, std::string hint = {});

inline void require(bool holds, const char* code, const std::string& message, Span span,
                    const std::string& hint = {}) {
    if (!holds) reject(code, message, span, hint);
}

/// `'x'`
[[nodiscard]] std::string quote(std::string_view text);

}  // namespace clmm
