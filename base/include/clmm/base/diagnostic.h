#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/source.h"

namespace clmm {

enum class Severity { error, warning, note };
[[nodiscard]] std::string_view to_string(Severity severity);  ///< `error`

/// One message about a user's input.
///
/// Shape    `code` is stable and searchable (`E-SYNTAX`, `E-TYPE`, `E-SCOPE`);
///          `hint` may be empty. `source` may be null for messages that no text
///          is to blame for (a file that cannot be read): then `span` is unused.
struct Diagnostic {
    Severity severity = Severity::error;
    std::string code;
    std::string message;
    std::string hint;
    SourcePtr source;
    Span span;
};

using Diagnostics = std::vector<Diagnostic>;

[[nodiscard]] bool has_errors(const Diagnostics& diagnostics);

/// `file:line:column: error: message [code]`, the source line, a caret line, a hint.
/// Ends with a line break.
[[nodiscard]] std::string render(const Diagnostic& diagnostic, bool colour = false);
[[nodiscard]] std::string render(const Diagnostics& diagnostics, bool colour = false);

}  // namespace clmm
