#include "clmm/language/reject.h"

namespace clmm::language {

void reject(std::string code, std::string message, Span span, std::string hint) {
    throw Rejected{{.severity = Severity::error,
                    .code = std::move(code),
                    .message = std::move(message),
                    .hint = std::move(hint),
                    .source = nullptr,
                    .span = span}};
}

std::string quote(std::string_view text) { return "'" + std::string(text) + "'"; }

}  // namespace clmm::language
