#pragma once

#include <optional>
#include <vector>

#include "clmm/litmus/event_structure.h"

namespace clmm::litmus {

/// A value that an unfolding does not follow: the result of floating-point arithmetic, of a
/// function without a body. The choice in its place takes any value, more than there are in truth,
/// so what no execution does stays so; but an execution of the structure may be none of the
/// program.
struct OpaqueValue {
    TermId choice;
    Span span;  ///< of the expression
};

/// Which of the executions of a structure are the program's, whatever its opaque values are.
///
/// Shape    an execution of the structure with two actions, or with undefined behaviour by itself.
///          If no opaque value has a part in whether these take place and where, in whether and
///          where anything synchronises, and in what the reads yield that decide it, then there is
///          an execution with the values that the program really has, and the same actions in it,
///          ordered alike: other plain accesses order nothing.
/// Errors   none: where that cannot be told, the place of an opaque value is given.
/// Cost     linear in the terms, times the longest chain of reads through memory.
class OpaqueDependence {
public:
    explicit OpaqueDependence(const EventStructure& structure);
    /// There are no opaque values at all.
    [[nodiscard]] bool is_empty() const { return is_empty_; }
    /// One has a part in the value of a term.
    [[nodiscard]] bool is_part_of(TermId term) const { return origin(term).has_value(); }
    /// Where the opaque value is that an execution with these events hangs on; nothing: on none.
    [[nodiscard]] std::optional<Span> of(const std::vector<EventId>& events) const;
    [[nodiscard]] std::optional<Span> of(TermId holds) const;

private:
    using Origin = std::optional<std::size_t>;  ///< of OpenClData::opaque
    void spread();
    void spread_through_terms();
    bool spread_through_memory();
    void find_order();
    [[nodiscard]] Origin where(const Event& event) const;
    [[nodiscard]] Origin origin(TermId term) const;
    [[nodiscard]] std::optional<Span> place(Origin own) const;

    const EventStructure& structure_;
    bool is_empty_ = true;
    std::vector<Origin> of_term_;               ///< by TermId; these three empty where is_empty_
    std::vector<Origin> of_read_;               ///< by EventId: of its value
    std::vector<std::vector<EventId>> writes_;  ///< by LocationId
    Origin order_;                              ///< has a part in what synchronises
};

}  // namespace clmm::litmus
