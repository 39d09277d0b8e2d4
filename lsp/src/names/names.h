#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clmm/parser/cat_tree.h"
#include "clmm/parser/litmus_tree.h"

namespace clmm::lsp {

enum class SymbolKind : std::uint8_t {
    location,
    parameter,
    variable,
    function,
    enumerator,
    relation
};

/// Something that a document names, with all places of the name.
///
/// Shape    `uses` ascending, the definition among them; all in the document itself.
struct Symbol {
    std::string name;
    SymbolKind kind = SymbolKind::variable;
    std::string detail;  ///< how it is declared, in one line: `global atomic_int* x`
    std::string note;    ///< what the text says above it; may be empty
    Span definition;
    Span scope;  ///< where the name can be used
    std::vector<Span> uses;
};

/// A part of a document that is worth a line in its outline.
struct Part {
    enum class Kind : std::uint8_t {
        thread,
        kernel,
        function,
        structure,
        condition,
        relation,
        axiom
    };
    std::string name;
    std::string detail;
    Kind kind = Kind::function;
    Span whole, name_span;
};

struct Names {
    std::vector<Symbol> symbols;
    std::vector<Part> parts;                ///< in the order of the text
    std::vector<syntax::CatName> includes;  ///< files that a model names

    /// The symbol that is named at an offset (or just before it); null where none is.
    [[nodiscard]] const Symbol* at(std::uint32_t offset) const;
    /// The last one of this name that can be used at an offset; null where none can.
    [[nodiscard]] const Symbol* visible(const std::string& name, std::uint32_t offset) const;
};

/// Names of tests in OpenCL C and C, and of kernels. Spans are of `document`: what a preprocessor
/// brought from elsewhere is left out.
[[nodiscard]] Names names_of(const syntax::LitmusTree& tree, const Source& document);
/// Names of a model, without those of the files that it includes.
[[nodiscard]] Names names_of(const syntax::CatTree& tree);

}  // namespace clmm::lsp
