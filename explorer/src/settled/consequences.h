#pragma once

#include <optional>
#include <vector>

#include "value_domains.h"

namespace clmm::explorer {

/// What is so in every execution in which some terms hold: what follows step by step from terms,
/// from what reads may read and from known values, without trying anything.
///
/// Idea     a term that holds makes its parts hold; a read that takes place, and of whose sources
///          one alone has a value that the terms allow, reads from that one, which takes place
///          then. Values are known where writes have one value whenever they take place.
/// Shape    assumptions are a stack; the sources and values that it is given may shrink and become
///          known between.
/// Errors   none: assume() is false where no execution has all of them.
/// Tests    tests/cross/settled_test.cpp
class Consequences {
public:
    using Values = std::vector<std::optional<std::uint64_t>>;  ///< by write, when it takes place

    /// Keeps all three.
    Consequences(const EventStructure& structure, const Sources& sources, const Values& values);

    [[nodiscard]] bool assume(TermId term, bool holds = true);
    using Mark = std::pair<std::size_t, std::size_t>;
    [[nodiscard]] Mark mark() const { return {decided_.size(), read_.size()}; }
    void undo(Mark mark);

    /// The term's value, if it is known.
    [[nodiscard]] std::optional<std::uint64_t> value(TermId term) const;
    /// The same, after a look at both ways of conditions in it.
    [[nodiscard]] std::optional<std::uint64_t> value_either_way(TermId term);
    /// Whether what was assumed is a contradiction after such a look.
    [[nodiscard]] bool is_refuted_either_way();
    [[nodiscard]] bool takes_place(EventId event) const {
        return value(structure_[event].guard) == 1;
    }
    /// Reads with the one write that each reads from.
    [[nodiscard]] const std::vector<EventId>& settled_reads() const { return read_; }
    [[nodiscard]] EventId source_of(EventId read) const { return source_[read.index()]; }

private:
    struct Pending {
        TermId term;
        bool holds;
    };
    [[nodiscard]] bool settle(std::vector<Pending> pending);
    [[nodiscard]] bool settle_reads(std::vector<Pending>& pending);
    [[nodiscard]] bool decide(const Pending& next, std::vector<Pending>& pending);
    /// Of a conjunction that is false, or a disjunction that is true.
    [[nodiscard]] bool follow(TermId term, std::vector<Pending>& pending) const;
    [[nodiscard]] bool follow_all(std::vector<Pending>& pending);
    [[nodiscard]] bool settle_read(EventId read, std::vector<Pending>& pending);
    [[nodiscard]] bool is_allowed(EventId read, std::uint64_t value) const;
    [[nodiscard]] std::optional<std::uint64_t> computed(TermId term) const;
    [[nodiscard]] std::optional<std::uint64_t> computed_anew(const litmus::Term& term) const;
    [[nodiscard]] std::optional<std::uint64_t> leaf(const litmus::Term& term) const;

    const EventStructure& structure_;
    const Sources& sources_;
    const Values& values_;
    std::vector<EventId> reads_;
    std::vector<std::vector<std::uint32_t>> reads_of_;  ///< by term: the reads in it
    std::vector<std::vector<EventId>> guarded_;         ///< by term: reads whose guard it is
    std::vector<std::vector<TermId>> about_;            ///< by read: decided terms with it
    std::vector<EventId> waiting_;                      ///< reads that may be settled now
    std::vector<std::int8_t> truth_;                    ///< by term: 1, -1, or 0 where it is open
    std::vector<TermId> decided_;                       ///< in order
    std::vector<EventId> read_;                         ///< settled reads, in order
    std::vector<EventId> source_;                       ///< by read
    mutable EventId tried_;                             ///< a read with a value that is tried
    mutable std::uint64_t tried_value_ = 0;
    mutable std::vector<std::uint32_t> seen_;  ///< by term: when it was last computed
    mutable std::vector<std::optional<std::uint64_t>> found_;
    mutable std::uint32_t time_ = 1;
};

}  // namespace clmm::explorer
