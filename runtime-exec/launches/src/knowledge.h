#pragma once

#include <string>
#include <vector>

#include "symbols.h"

namespace clmm::runtime::launches {

/// A turn of a loop, or several, that the walk has gone through once for all.
enum class LoopPass : std::uint32_t {};

/// What is true of the choices. Everything is said of any one work-item.
struct Knowledge {
    /// Used where one of the choices matters that it is about.
    struct Fact {
        TermId term;
        std::vector<std::uint64_t> about;
    };
    /// The same for two work-items of a group that are in the same turns of these passes.
    struct Alike {
        TermId when;  ///< of both
        TermId value;
        std::vector<LoopPass> passes;
    };
    /// Equal operands, equal result. Those of one family are one function; one without a family is
    /// its own.
    struct Function {
        TermId result;
        std::vector<TermId> operands;
        std::string family;
    };
    std::vector<Fact> facts;
    std::vector<Alike> alike;
    std::vector<Function> functions;

    struct Mark {
        std::size_t facts = 0, alike = 0, functions = 0;
    };
    [[nodiscard]] Mark mark() const { return {facts.size(), alike.size(), functions.size()}; }
    void forget_since(const Mark& mark) {
        facts.erase(facts.begin() + static_cast<std::ptrdiff_t>(mark.facts), facts.end());
        alike.erase(alike.begin() + static_cast<std::ptrdiff_t>(mark.alike), alike.end());
        functions.erase(functions.begin() + static_cast<std::ptrdiff_t>(mark.functions),
                        functions.end());
    }
};

}  // namespace clmm::runtime::launches
