#pragma once

#include <optional>
#include <string>

#include "documents.h"
#include "words/words.h"

namespace clmm::lsp {

/// The words that a document's language has a meaning for.
[[nodiscard]] const Words& words_of(DocumentKind kind);

/// The word at an offset of a document.
[[nodiscard]] Span word_span(const Document& document, std::uint32_t offset);
[[nodiscard]] std::string word_text(const Document& document, std::uint32_t offset);

/// A name that an included file declares for those that include it.
struct IncludedSymbol {
    SourcePtr source;
    Symbol symbol;
};
[[nodiscard]] std::optional<IncludedSymbol> find_included(const Document& document,
                                                          const std::string& name);
/// All of them, each name once.
[[nodiscard]] std::vector<IncludedSymbol> all_included(const Document& document);

}  // namespace clmm::lsp
