#pragma once

#include <functional>
#include <string>
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

/// Everything that may raise the flag by the bounds of its node; of what the symmetries make of one
/// another, one.
[[nodiscard]] std::vector<Suspect> suspects(const Program& program, const Check& check,
                                            const Evaluator& evaluator,
                                            const std::vector<Automorphism>& symmetries);

/// Whether it does, in the execution that the evaluator has evaluated.
[[nodiscard]] bool is_flagged(const Check& check, const Suspect& suspect,
                              const Evaluator& evaluator);

/// Enters the witnesses of one flag into an answer, each offending pair once, up to a limit: more
/// would only repeat the message.
class FlagWitnesses {
public:
    using Replay = std::function<void(const Execution&)>;
    /// What is entered is replayed.
    FlagWitnesses(const Program& program, const Check& check, EngineAnswer& answer, Replay replay)
        : program_(program), check_(check), answer_(answer), replay_(std::move(replay)) {}

    void add(std::vector<EventId> events, const Execution& witness);
    /// The suspect, and its images.
    void add(const Suspect& suspect, const Execution& witness,
             const std::vector<Automorphism>& symmetries);
    [[nodiscard]] bool are_enough() const;

private:
    [[nodiscard]] std::string citation() const;

    const Program& program_;
    const Check& check_;
    EngineAnswer& answer_;
    Replay replay_;
    std::size_t count_ = 0;
};

}  // namespace clmm::model
