#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "clmm/litmus/term.h"
#include "read/type.h"
#include "unfold/dependency.h"

namespace clmm::litmus {

struct VariableTag;
using VariableId = StrongId<VariableTag>;

/// The object that an address was made from, as far as that is known without running.
struct Provenance {
    enum class Kind : std::uint8_t {
        unknown,   ///< read from memory, or made from a number
        memory,    ///< `index` of a MemoryObject
        variable,  ///< `index` of a private variable
        mixed,     ///< of several, a private one among them: may not be dereferenced
    } kind = Kind::unknown;
    std::uint32_t index = 0;
    /// A cast gave it another element type than the object has, so it may lead to parts of the
    /// object's scalars, or across several of them.
    bool recast = false;
    [[nodiscard]] bool is_same_object(Provenance other) const {
        return kind == other.kind && index == other.index;
    }
    friend bool operator==(Provenance, Provenance) = default;
};

/// A value of an expression. An address is a number of 64 bits.
struct Value {
    TypePtr type;
    TermId term;
    DependencyId reads;
    Provenance object = {};
    /// Of a struct or vector: those of its leaves, in their order. The term says nothing then.
    std::shared_ptr<const std::vector<Value>> parts = {};
};

/// What a scalar part of a private variable holds.
struct Cell {
    TermId term;
    DependencyId reads;
    Provenance object = {};
    friend bool operator==(const Cell&, const Cell&) = default;
};
using Cells = std::vector<Cell>;

/// Where a cell is in its variable.
struct CellPlace {
    std::uint64_t offset = 0;  ///< in bytes
    unsigned width = 32;
    bool is_pointer = false;
};

/// A private variable: a scalar has one cell, an array or a struct one for each scalar in it, and
/// a struct one for each byte between and behind them.
struct Variable {
    std::string name;
    TypePtr type;
    std::uint64_t base = 0;         ///< its address
    std::vector<CellPlace> places;  ///< by cell: its scalars in their order, then unnamed bytes
    std::size_t scalars = 1;        ///< the number of the former; each group ascends
    Cells initial;                  ///< where a path has not written it
    VariableId shadow = {};         ///< also takes what is stored here; see Frame
};

/// The state of a unit at one place of one path (or of several that joined).
struct Flow {
    TermId live;                   ///< when the unit is here
    DependencyId control;          ///< reads that decided that it is here, as choices where the
                                   ///< paths have not joined yet
    std::vector<Cells> variables;  ///< by VariableId; shorter where the rest is initial
};

/// The joined state of two paths that exclude one another: `choose` holds on the first.
[[nodiscard]] Flow join(TermPool& terms, DependencyPool& dependencies,
                        const std::vector<Variable>& variables, TermId choose, const Flow& first,
                        const Flow& second);

/// `control` where the branch that added to `before` has ended: its reads are no choices any more.
[[nodiscard]] DependencyId after_join(DependencyPool& dependencies, DependencyId before,
                                      DependencyId control);

/// What `live` says beyond `base`, of which it is a conjunction with more; live itself otherwise.
[[nodiscard]] TermId relative_to(TermPool& terms, TermId live, TermId base);

/// Where two paths join, an address keeps what is known of it on both.
[[nodiscard]] Provenance join(const TermPool& terms, const Cell& a, const Cell& b);

/// Every value that a term may have, where there are few and none is read from memory.
[[nodiscard]] std::optional<std::vector<std::uint64_t>> possible_values(const TermPool& terms,
                                                                        TermId term);

}  // namespace clmm::litmus
