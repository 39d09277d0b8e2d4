#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "clmm/lowering/sweep.h"

namespace clmm::lowering {

/// What became of one program.
struct Decided {
    enum class How : std::uint8_t { sound, broken, undefined, unknown, not_lowered, left_out };
    How how = How::unknown;
    std::string reason;
    std::set<std::size_t> rules;  ///< used, by their index
    Diagnostics problems;         ///< of a mapping that is wrong
};

/// Decides programs of one sweep. Lowered texts that are equal are decided once.
/// Threads  decide() may be called at the same time.
class Decider {
public:
    Decider(const Mapping& mapping, const model::MemoryModel& source,
            const model::MemoryModel& target, const SweepOptions& options)
        : mapping_(mapping), source_(source), target_(target), options_(options) {}

    [[nodiscard]] Decided decide(const generator::Program& program);

private:
    struct Target {
        std::vector<State> states;
        std::string incomplete;
        Diagnostics problems;
    };
    [[nodiscard]] std::shared_ptr<const Target> target_of(const Variant& variant);
    [[nodiscard]] Target decided(const Variant& variant) const;
    void against_source(const generator::Program& program, const std::set<State>& states,
                        bool is_complete, Decided& made) const;
    void races(const SourcePtr& text, Decided& made) const;

    const Mapping& mapping_;
    const model::MemoryModel& source_;
    const model::MemoryModel& target_;
    const SweepOptions& options_;
    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<const Target>> targets_;
};

}  // namespace clmm::lowering
