#include "features/lookup.h"

#include <map>
#include <utility>

namespace clmm::lsp {

const Words& words_of(DocumentKind kind) {
    return kind == DocumentKind::model ? cat_words() : opencl_words();
}

Span word_span(const Document& document, std::uint32_t offset) {
    return word_at(document.source().text(), offset,
                   document.analysis->kind == DocumentKind::model ? "-." : "");
}

std::string word_text(const Document& document, std::uint32_t offset) {
    const Span span = word_span(document, offset);
    return std::string(document.source().text().substr(span.begin, span.end - span.begin));
}

std::vector<IncludedSymbol> all_included(const Document& document) {
    std::map<std::string, IncludedSymbol> found;
    for (const SourcePtr& file : document.analysis->included) {
        const auto tree = syntax::parse_cat(file);
        if (!tree) continue;
        const auto end = static_cast<std::uint32_t>(file->text().size());
        for (Symbol& symbol : names_of(*tree).symbols)
            if (symbol.scope.end > end)  // not a parameter, not local
                found.insert_or_assign(symbol.name, IncludedSymbol{file, symbol});
    }
    std::vector<IncludedSymbol> all;
    for (auto& [name, each] : found) all.push_back(std::move(each));
    return all;
}

std::optional<IncludedSymbol> find_included(const Document& document, const std::string& name) {
    for (IncludedSymbol& each : all_included(document))
        if (each.symbol.name == name) return std::move(each);
    return std::nullopt;
}

}  // namespace clmm::lsp
