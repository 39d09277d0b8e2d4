#pragma once

#include "clmm/model/execution.h"

namespace clmm::model {

/// Which order an execution that comes out of thin air has a cycle in, together with reads-from:
/// dependencies as they stand in the text, or sequenced-before.
enum class ThinAir { none, dependency, sb };

/// Reads-from together with dependencies (or sequenced-before): what makes an execution come out
/// of thin air.
///
/// Shape    keeps n×n pairs over the structure's events, and the structure by reference.
/// Cost     O(n³) bit operations to construct, O(n·edges) a find().
/// Source   "Memory Ordering Rules" only advises against values out of thin air; these cycles are
///          what --forbid-thin-air makes of that (docs/model.md, "Thin air").
class ThinAirCycles {
public:
    /// `kind` is not none.
    ThinAirCycles(const EventStructure& structure, ThinAir kind);

    /// The reads-from edges (and executed events) of a shortest cycle; empty where there is none.
    [[nodiscard]] Reason find(const Execution& execution) const;
    /// No choice of reads-from can close a cycle.
    [[nodiscard]] bool impossible() const { return impossible_; }
    /// What a cycle is made of beside reads-from.
    [[nodiscard]] const BitMatrix& edges() const { return edges_; }

private:
    const EventStructure& structure_;
    BitMatrix edges_;
    bool impossible_ = false;
};

}  // namespace clmm::model
