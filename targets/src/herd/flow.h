#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "herd/structure_builder.h"

namespace clmm::targets {

/// A thread's instructions as pieces of the source, and its labels.
struct Code {
    std::vector<Span> instructions;
    /// To the number of the instruction that follows, which may be the end.
    std::map<std::string, std::size_t, std::less<>> labels;

    /// Throws Rejected (E-NAME).
    [[nodiscard]] std::size_t find(std::string_view label, Span span) const;
};

/// Takes `L:` from cells. Throws Rejected (E-NAME).
[[nodiscard]] Code parse_code(std::string_view text, const Column& column);

/// Where a thread goes after an instruction.
struct Next {
    enum class Kind : std::uint8_t { following, jump, branch };
    Kind kind = Kind::following;
    std::size_t target = 0;                     ///< of jumps and branches
    litmus::TermId taken = {};                  ///< of a branch: whether it is taken
    std::set<litmus::EventId> depends_on = {};  ///< … and what that depends on
};

/// What an instruction does on the builder's path, and where the thread goes on.
using Execute = std::function<Next(std::size_t instruction)>;

/// All paths of a thread. Those that meet go on as one where their dependencies allow it. A path
/// jumps back to one place at most `unroll` times: the bound is recorded where it would once more.
void run_thread(StructureBuilder& builder, litmus::UnitId unit, const Code& code, unsigned unroll,
                const Execute& execute);

}  // namespace clmm::targets
