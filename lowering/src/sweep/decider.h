#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "clmm/lowering/sweep.h"
#include "clmm/skeletons/skeleton.h"
#include "clmm/skeletons/view.h"
#include "sweep/intervals.h"

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
///
/// Idea     most programs are sound, and small. So their executions are listed and asked about one
///          by one, of the source only as many as it takes to find the target's states. Of most
///          programs it follows from others (intervals.h). That a program is broken, and all that
///          is not small, is an engine's answer.
/// Threads  decide() may be called at the same time, with another worker each.
class Decider {
public:
    Decider(const Mapping& mapping, const model::MemoryModel& source,
            const model::MemoryModel& target, const SweepOptions& options);

    [[nodiscard]] Decided decide(const generator::Program& program, std::size_t worker);

private:
    /// What a lowered text ends in, by what it shows; which of the source's states that is, its
    /// program says.
    struct Target {
        std::vector<litmus::Observable> observables;
        std::vector<model::OutcomeValues> outcomes;
        bool is_undefined = false;  ///< it races, say: whatever may come of that
        std::string incomplete;
        std::string endless = {};  ///< why some of its executions never end; empty: all do
        Diagnostics problems;
    };
    /// … of all ways of a program.
    struct Reached {
        std::vector<State> states;
        bool is_undefined = false;
        std::string endless = {};
    };
    /// What one thread keeps from program to program; what is said of structures that may be gone.
    struct Worker {
        skeletons::Skeletons skeletons;
        std::optional<skeletons::View> of_source;
        std::optional<skeletons::Judge> of_target;
        std::optional<Intervals> intervals = {};  ///< empty: each program is decided by itself
    };
    [[nodiscard]] bool may_follow_from_others() const;
    [[nodiscard]] Intervals::Questions questions(std::size_t worker);
    void add_rules(const std::set<const Rule*>& used, Decided& made) const;
    [[nodiscard]] bool is_asked_for(const Decided& program) const;
    [[nodiscard]] Reached reached(const Lowered& lowered, Worker& worker, Decided& made);
    [[nodiscard]] std::optional<std::vector<State>> target_states(const generator::Program& program,
                                                                  Worker& worker);
    [[nodiscard]] std::optional<litmus::EventStructure> target_structure(
        const generator::Program& program) const;
    [[nodiscard]] Result<litmus::EventStructure> unfolded(const Variant& variant) const;
    [[nodiscard]] Result<Lowered> lowered(const generator::Program& program) const;
    [[nodiscard]] std::shared_ptr<const Target> target_of(const Variant& variant, Worker& worker);
    [[nodiscard]] Target decided(const Variant& variant, Worker& worker) const;
    [[nodiscard]] std::optional<Target> decided_quickly(const Variant& variant,
                                                        Worker& worker) const;
    [[nodiscard]] Target decided_by_engine(const Variant& variant) const;
    [[nodiscard]] skeletons::View* source_view(const generator::Program& program,
                                               Worker& worker) const;
    [[nodiscard]] std::optional<Decided::How> against_source_quickly(
        const generator::Program& program, const Reached& target, Worker& worker);
    void against_source(const generator::Program& program, const Reached& target,
                        Decided& made) const;
    [[nodiscard]] static bool must_end(const enumerator::CheckResult& source,
                                       const Reached& target);
    void never_ends(const SourcePtr& text, const Reached& target, Decided& made) const;
    void races(const SourcePtr& text, Decided& made) const;

    const Mapping& mapping_;
    const model::MemoryModel& source_;
    const model::MemoryModel& target_;
    const SweepOptions& options_;
    enumerator::CheckOptions check_;    ///< of one test
    bool source_may_be_quick_ = false;  ///< its executions are judged by axioms alone
    bool target_may_race_ = false;
    bool target_may_be_quick_ = false;
    std::vector<Worker> workers_;
    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<const Target>> targets_;
};

}  // namespace clmm::lowering
