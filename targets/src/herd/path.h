#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "clmm/litmus/event_structure.h"

namespace clmm::targets {

/// What a register holds: a value and the events that it depends on. Syntactically: `x ^ x` still
/// depends on x.
struct RegisterValue {
    litmus::TermId term;
    std::set<litmus::EventId> reads = {};
    bool is_address = false;  ///< printed as one
};

/// What a path did since it last jumped back: a turn of a loop.
struct Turn {
    std::optional<std::size_t> head = {};  ///< where to; none: it did not yet
    std::set<std::string> used = {};       ///< registers, before they were written
    std::set<std::string> written = {};    ///< on all ways through the turn
    std::set<std::string> changed = {};    ///< on some way
    std::set<litmus::EventId> events = {};
};

/// A thread on its way through the program, up to some instruction.
struct Path {
    litmus::TermId guard;                        ///< where the thread goes this way
    std::set<litmus::EventId> branched_on = {};  ///< decides that it does: ctrl to all that follows
    std::map<std::string, RegisterValue> registers = {};
    std::set<litmus::EventId> events = {};         ///< that can take place on it
    std::optional<litmus::EventId> reserved = {};  ///< the load-exclusive of the next store
    Turn turn = {};
    std::map<std::size_t, unsigned> turns = {};  ///< how often it jumped back, by where to
};

/// Whether two paths to one instruction can go on as one, without dependencies that the thread has
/// on only one of them: what only one depends on takes place on that one alone.
[[nodiscard]] bool can_join(const Path& a, const Path& b);

/// The path of both, whose guards exclude one another.
[[nodiscard]] Path join(litmus::TermPool& terms, const Path& a, const Path& b);

}  // namespace clmm::targets
