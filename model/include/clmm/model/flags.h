#pragma once

#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "clmm/model/engine.h"
#include "clmm/model/memory_model.h"
#include "clmm/model/symmetry.h"

namespace clmm::model {

/// What may raise a flag: a pair of events, or, where b is none(), a member of a set.
struct Suspect {
    EventId a, b;
    friend auto operator<=>(const Suspect&, const Suspect&) = default;
};

/// A suspect for all that the symmetries make of it.
struct SuspectClass {
    Suspect suspect;
    Suspect first;  ///< the least of them, as reported: the earlier event before the later
};

/// Everything that may raise the flag by the bounds of its node; of what the symmetries make of one
/// another, one.
///
/// Shape    in the order of events; pairs of one event where the check is `irreflexive`.
/// Cost     a look at each pair of the upper bound for each symmetry.
[[nodiscard]] std::vector<SuspectClass> suspects(const Program& program, const Check& check,
                                                 const Evaluator& evaluator,
                                                 const std::vector<Automorphism>& symmetries);

/// Whether it does, in the execution that the evaluator has evaluated.
[[nodiscard]] bool is_flagged(const Check& check, const Suspect& suspect,
                              const Evaluator& evaluator);

/// The witnesses of one flag: of the pairs that are added, those that read differently (by units,
/// kinds and places in the text: a loop's iterations are the same), the first of them in the order
/// of events, up to a limit, since more would only repeat the message.
class FlagWitnesses {
public:
    using Replay = std::function<void(const Execution&)>;
    FlagWitnesses(const EventStructure& structure, const Program& program, const Check& check)
        : structure_(structure), program_(program), check_(check) {}

    void add(std::vector<EventId> events, const Execution& witness);
    /// The suspect, and its images.
    void add(const Suspect& suspect, const Execution& witness,
             const std::vector<Automorphism>& symmetries);
    /// Whether a witness of this pair would be one of the first.
    [[nodiscard]] bool would_show(const Suspect& suspect) const;
    /// Writes them into the answer, each replayed.
    void enter(EngineAnswer& answer, const Replay& replay) const;

private:
    [[nodiscard]] std::string citation() const;
    [[nodiscard]] bool would_show(const std::vector<EventId>& events) const;

    using Events = std::vector<EventId>;
    /// By event: unit, kind, and where it begins in the text.
    using Looks = std::vector<std::tuple<litmus::UnitId, litmus::EventKind, std::uint32_t>>;
    [[nodiscard]] Looks looks_of(const Events& events) const;

    const EventStructure& structure_;
    const Program& program_;
    const Check& check_;
    std::map<Events, Execution> found_;
    std::map<Looks, Events> known_;  ///< of those found
};

}  // namespace clmm::model
