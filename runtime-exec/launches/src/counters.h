#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "knowledge.h"

namespace clmm::runtime::launches {

/// Which variables are counters, as a walk comes to what is written.
///
/// Idea     An atomic addition of one finds the number that the one before it left. So no two find
///          the same one, as long as nothing else is written in between: the first of a work-group
///          to count local memory comes after all other writes that a barrier has ended, and none
///          follows; of other memory there is none at all. What is written without a barrier
///          between is a race of its own, but its values may be used before that is known.
/// Shape    `variable` is where a variable begins in its memory; none: it may be any of them.
class Counters {
public:
    using Counter = Knowledge::Counter;

    /// `others`: writes otherwise may still be under way.
    void count(Counter counter, int step, TermId size, bool others);
    void write(std::size_t memory, std::optional<std::uint64_t> variable, bool of_group);
    /// Somewhere.
    void write() { anywhere_ = true; }
    [[nodiscard]] bool holds(Counter counter) const;

private:
    struct Way {
        int step = 1;
        TermId size;
        bool alone = true;
    };
    struct Written {
        std::size_t memory = 0;
        std::optional<std::uint64_t> variable;
    };
    std::map<Counter, Way> all_;
    std::vector<Written> written_;  ///< that all work-groups have in common
    bool anywhere_ = false;
};

}  // namespace clmm::runtime::launches
