#pragma once

#include <optional>
#include <string>

#include "clmm/litmus/litmus_test.h"
#include "clmm/lsp/server.h"
#include "names/names.h"

namespace clmm::lsp {

enum class DocumentKind : std::uint8_t { test, kernel, model };

/// By the language that the client names, else by the end of its path; a test, if neither says.
[[nodiscard]] DocumentKind kind_of(const std::string& language, const std::string& path);

/// What is known of one version of a document without deciding anything.
///
/// Shape    `test` is set where it could be read and, of a kernel, a launch line says how it runs;
///          `names` is empty where the text does not parse; `included` are the files that a model
///          without errors includes, its own left out. The source's name is the path.
struct Analysis {
    SourcePtr source;
    DocumentKind kind = DocumentKind::test;
    Diagnostics diagnostics;
    Names names;
    std::vector<SourcePtr> included;
    std::optional<litmus::LitmusTest> test;
};
/// Never throws for what a document says.
[[nodiscard]] Analysis analyse(SourcePtr source, DocumentKind kind, const ServerOptions& options);

/// The words of a kernel's launch line: a comment of its own line, `// clmm: --global 8 …`. Words
/// may stand in quotation marks.
struct LaunchLine {
    Span span;
    std::vector<std::string> words;
};
[[nodiscard]] std::optional<LaunchLine> launch_line(std::string_view text);

}  // namespace clmm::lsp
