#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "clmm/base/budget.h"
#include "clmm/base/result.h"
#include "clmm/model/term_solver.h"
#include "clmm/runtime/kernel_code.h"
#include "clmm/runtime/launch_space.h"
#include "clmm/runtime/rules.h"

namespace clmm::runtime {

/// What is asked of all launches at once.
enum class LaunchProperty : std::uint8_t { race_free, no_divergence, bounds };

/// A launch of which something is to be shown: sizes by dimension, scalar arguments, elements of
/// buffers.
struct CandidateLaunch {
    std::vector<std::uint64_t> global, local;
    std::map<std::string, std::int64_t> scalars;
    std::map<std::string, std::uint64_t> elements;
};

/// What was found of a property.
///
/// Shape    `reason` says why it is unknown, `places` where. Candidates are of what is not
///          verified; it is refuted where a run of the last one's launch has shown it.
struct LaunchAnswer {
    enum class Verdict : std::uint8_t { verified, refuted, unknown };
    struct Place {
        Span span;
        std::string what;  ///< `write of out[i]`
    };
    /// What may go wrong, where, and with which launch.
    struct Candidate {
        std::vector<Place> places;
        CandidateLaunch launch;
        bool same_group = true;  ///< of a race
    };
    LaunchProperty property = LaunchProperty::race_free;
    Verdict verdict = Verdict::unknown;
    std::string reason;
    std::vector<Place> places;
    std::vector<Candidate> candidates;
    std::vector<std::string> unsized;  ///< buffers that `bounds` was not asked of
};

/// The same for all launches of a space.
///
/// Idea     Two arbitrary work-items, in one group or in two, go through the kernel's bytecode with
///          terms for values. Of the other work-items nothing is known: what memory holds is any
///          value at each read, and one for two that read one place with no barrier between. A loop
///          is gone through once, for all its turns, with invariants that are found by trial. What
///          conflicts without a barrier between is asked of the solver.
/// Shape    an answer for each property. `verified` holds for every launch of the space, where
///          buffers are distinct and loops end; a `candidate` may be wrong, and is run as soon as
///          it is found. `told` hears of each answer as soon as it stands.
/// Errors   E-LAUNCH where space and kernel do not fit; E-NAME.
/// Cost     a call of the solver for each two accesses between two barriers; budget-bound.
/// Source   work-group barriers, by revision 3.0 and 3.1: they order what their flags say, for the
///          work-items of a group. Which atomics do not race `rules` say: those of the model.
/// Tests    tests/golden/every-launch, tests/every-launch
struct LaunchReport {
    std::vector<LaunchAnswer> answers;
    std::size_t questions = 0;  ///< that the solver was asked
};
using TermSolverMaker =
    std::function<Result<std::unique_ptr<model::TermSolver>>(const litmus::TermPool&)>;
using AnswerHeard = std::function<void(const LaunchAnswer& answer)>;
/// Runs a candidate's launch: whether it shows that the property does not hold.
using Rehearsal =
    std::function<bool(LaunchProperty property, const LaunchAnswer::Candidate& candidate)>;
[[nodiscard]] Result<LaunchReport> verify_every_launch(
    const ProgramCode& program, const KernelCode& kernel, const LaunchSpace& space,
    const Rules& rules, const TermSolverMaker& solver, const Budget& budget,
    const Rehearsal& rehearse, const AnswerHeard& told = [](const LaunchAnswer&) {});
/// How many dimensions a kernel asks about, with the functions that it calls, or requires of its
/// work-groups: 1, 2 or 3. A dimension that it computes may be any.
[[nodiscard]] unsigned dimensions_of(const KernelCode& kernel);
/// The text that the spans of a compiled kernel are of; null of others.
[[nodiscard]] SourcePtr source_of(const KernelCode& kernel);

}  // namespace clmm::runtime
