#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "execute/code.h"

namespace clmm::runtime::launches {

/// A loop of the bytecode: the instructions [head, end), the last of which goes back to the head.
struct Loop {
    std::uint32_t head = 0;
    std::uint32_t end = 0;
    std::set<std::uint32_t> written;  ///< registers
    bool has_barrier = false;         ///< of the work-group, or a group function
    bool stores_privately = false;    ///< may store to private memory
};

/// Where the code goes, and which registers matter where.
///
/// Errors   `odd` is an instruction that jumps into a loop, where there is one.
class Flow {
public:
    explicit Flow(const Code& code);

    [[nodiscard]] const Loop* loop_at(std::uint32_t place) const {
        const auto found = loops_.find(place);
        return found == loops_.end() ? nullptr : &found->second;
    }
    /// Whether what the register holds before the instruction may be read later.
    [[nodiscard]] bool is_live(std::uint32_t place, std::uint32_t reg) const {
        return live_[place][reg] || always_.contains(reg);
    }
    /// Whether something that is asked about stands there, or may come behind it.
    [[nodiscard]] bool matters(std::uint32_t place) const { return matters_[place]; }
    [[nodiscard]] std::optional<std::uint32_t> odd() const { return odd_; }
    [[nodiscard]] const std::string& name(std::uint32_t place) const { return names_[place]; }
    [[nodiscard]] const std::map<std::uint32_t, Loop>& loops() const { return loops_; }

private:
    void find_loops();
    void find_live();
    void find_what_matters();
    [[nodiscard]] bool is_asked_about(std::uint32_t place) const;
    [[nodiscard]] std::vector<std::uint32_t> successors(std::uint32_t place) const;

    const Code& code_;
    std::vector<std::string> names_;
    std::map<std::uint32_t, Loop> loops_;
    std::vector<std::vector<bool>> live_;
    std::vector<bool> matters_;
    std::set<std::uint32_t> always_;  ///< operands of calls with many operands
    std::optional<std::uint32_t> odd_;
};

}  // namespace clmm::runtime::launches
