#pragma once

#include <optional>
#include <vector>

#include "clmm/runtime/schedule.h"
#include "execute/block.h"
#include "execute/code.h"

namespace clmm::runtime {

/// Where a controlled run stops in the code of a kernel: before what others may notice.
///
/// Threads  immutable.
class Points {
public:
    using Stop = Block::Stop;

    struct Effect;
    /// Addresses that nobody else uses, although they are not private.
    struct Quiet {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
    };

    /// `fences`: sequentially consistent fences are steps, as weak memory wants it.
    Points(const Code& code, bool fences, Quiet quiet);
    Points(const Code& code, bool fences) : Points(code, fences, {}) {}

    /// By instruction.
    [[nodiscard]] const Stop* stops() const { return stops_.data(); }
    /// What the one lane of a block is about to do at a step; none if nobody else can notice it.
    [[nodiscard]] std::optional<Step> step_at(Block& block, std::uint32_t at) const;

private:
    [[nodiscard]] bool is_step(const Instruction& i, const Effect& effect, bool fences) const;

    const Code& code_;
    Quiet quiet_;
    std::vector<Stop> stops_;
};

/// Whether work-items of a group execute it together: barriers, group functions, copies.
[[nodiscard]] bool is_together(const Instruction& instruction);

}  // namespace clmm::runtime
