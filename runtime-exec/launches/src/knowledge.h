#pragma once

#include <cstdint>
#include <string>
#include <utility>
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
        TermId place;  ///< of what two read, where that is the same: as long as nothing races
    };
    /// Equal operands, equal result. Those of one family are one function; one without a family is
    /// its own.
    struct Function {
        TermId result;
        std::vector<TermId> operands;
        std::string family;
    };
    /// A variable that is counted up by one, or down, and else not written once that has begun: no
    /// two work-items find the same number in it.
    using Counter = std::pair<std::size_t, std::uint64_t>;  ///< memory, offset of the variable
    struct Count {
        Counter counter;
        bool of_group = false;  ///< each work-group has its own
        TermId when;
        TermId offset;  ///< of what is counted, in bytes
        TermId found;
    };
    std::vector<Fact> facts;
    std::vector<Alike> alike;
    std::vector<Function> functions;
    std::vector<Count> counts;
    bool has_counters = false;  ///< the whole kernel has been seen: what counts are of are counters
    std::vector<TermId> item;   ///< what tells work-items apart

    struct Mark {
        std::size_t facts = 0, alike = 0, functions = 0, counts = 0;
    };
    [[nodiscard]] Mark mark() const {
        return {facts.size(), alike.size(), functions.size(), counts.size()};
    }
    void forget_since(const Mark& mark) {
        facts.erase(facts.begin() + static_cast<std::ptrdiff_t>(mark.facts), facts.end());
        alike.erase(alike.begin() + static_cast<std::ptrdiff_t>(mark.alike), alike.end());
        functions.erase(functions.begin() + static_cast<std::ptrdiff_t>(mark.functions),
                        functions.end());
        counts.erase(counts.begin() + static_cast<std::ptrdiff_t>(mark.counts), counts.end());
    }
};

}  // namespace clmm::runtime::launches
