#include "names/names.h"

namespace clmm::lsp {

const Symbol* Names::at(std::uint32_t offset) const {
    for (const Symbol& symbol : symbols)
        for (const Span use : symbol.uses)
            if (use.begin <= offset && offset <= use.end) return &symbol;
    return nullptr;
}

const Symbol* Names::visible(const std::string& name, std::uint32_t offset) const {
    const Symbol* found = nullptr;
    for (const Symbol& symbol : symbols)
        if (symbol.name == name && symbol.scope.begin <= offset && offset < symbol.scope.end)
            found = &symbol;
    return found;
}

}  // namespace clmm::lsp
