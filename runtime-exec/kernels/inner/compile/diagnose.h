#pragma once

#include <string>

#include "clmm/base/diagnostic.h"

namespace clmm::runtime::compiler {

/// A mistake in the program on its way to the nearest place that can go on after it. Never leaves
/// the compiler.
struct Rejected {
    Diagnostic diagnostic;
};

[[noreturn]] inline void reject(std::string code, std::string message, Span span,
                                std::string hint = {}) {
    throw Rejected{{.severity = Severity::error,
                    .code = std::move(code),
                    .message = std::move(message),
                    .hint = std::move(hint),
                    .source = nullptr,
                    .span = span}};
}

inline void require(bool holds, const char* code, const std::string& message, Span span,
                    const std::string& hint = {}) {
    if (!holds) reject(code, message, span, hint);
}

[[nodiscard]] inline std::string quote(const std::string& text) { return "'" + text + "'"; }

}  // namespace clmm::runtime::compiler
