#include "clmm/base/reject.h"

namespace clmm {

Diagnostic Rejected::in(SourcePtr source) const {
    Diagnostic placed = diagnostic;
    if (!placed.source) placed.source = std::move(source);
    return placed;
}

void reject(std::string code, std::string message, Span span, std::string hint) {
    throw Rejected{{.severity = Severity::error,
                    .code = std::move(code),
                    .message = std::move(message),
                    .hint = std::move(hint),
                    .source = nullptr,
                    .span = span}};
}

std::string quote(std::string_view text) { return "'" + std::string(text) + "'"; }

}  // namespace clmm
