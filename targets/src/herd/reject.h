#pragma once

#include <string>
#include <utility>

#include "clmm/base/diagnostic.h"

namespace clmm::targets {

/// A user's mistake on its way to whoever reads the file. Never leaves targets.
struct Rejected {
    std::string code, message;
    Span span;
    std::string hint;

    [[nodiscard]] Diagnostic diagnostic(SourcePtr source) const {
        return {Severity::error, code, message, hint, std::move(source), span};
    }
};

[[noreturn]] inline void reject(std::string code, std::string message, Span span,
                                std::string hint = {}) {
    throw Rejected{std::move(code), std::move(message), span, std::move(hint)};
}

}  // namespace clmm::targets
