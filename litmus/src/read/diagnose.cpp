#include "read/diagnose.h"

#include <algorithm>

namespace clmm::litmus {
namespace {

Diagnostic diagnostic(Severity severity, std::string code, std::string message, Span span,
                      std::string hint) {
    return {.severity = severity,
            .code = std::move(code),
            .message = std::move(message),
            .hint = std::move(hint),
            .source = nullptr,
            .span = span};
}

}  // namespace

void Reporter::error(std::string code, std::string message, Span span, std::string hint) {
    add(diagnostic(Severity::error, std::move(code), std::move(message), span, std::move(hint)));
}

void Reporter::warn(std::string code, std::string message, Span span, std::string hint) {
    add(diagnostic(Severity::warning, std::move(code), std::move(message), span, std::move(hint)));
}

void Reporter::add(Diagnostic diagnostic) {
    if (!said_.emplace(diagnostic.span.begin, diagnostic.code, diagnostic.message).second) return;
    if (!diagnostic.source) diagnostic.source = source_;
    diagnostics_.push_back(std::move(diagnostic));
}

Diagnostics Reporter::take() {
    std::ranges::stable_sort(diagnostics_, {}, [](const Diagnostic& d) { return d.span.begin; });
    return std::move(diagnostics_);
}

}  // namespace clmm::litmus
