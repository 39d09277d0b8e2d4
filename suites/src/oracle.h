#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clmm/enumerator/check.h"
#include "clmm/skeletons/view.h"
#include "clmm/suites/weakenings.h"

namespace clmm::suites {

/// What a model says of programs and states. As separation's pairs: executions of small programs
/// are listed once for all orders, and judged; what is not small is an engine's.
///
/// Threads  one at a time.
class Oracle {
public:
    Oracle(const model::MemoryModel& model, const enumerator::CheckOptions& check)
        : model_(model),
          check_(check),
          thin_air_(enumerator::forbidden_thin_air(model, check)),
          skeletons_(model, check) {}
    Oracle(const Oracle&) = delete;
    Oracle& operator=(const Oracle&) = delete;

    /// All final states that some reads and orders of writes would give.
    struct States {
        std::string open;        ///< why nothing is known; may be empty
        Diagnostics problems;    ///< of models that are not about the language
        bool undefined = false;  ///< the behaviour is, so that nothing is forbidden
        std::vector<generator::State> allowed, forbidden;
    };
    [[nodiscard]] States states(const generator::Program& program);
    /// The same by an engine alone.
    [[nodiscard]] States states_by_engine(const generator::Program& program) const;

    /// Final states, whatever a model says of them.
    [[nodiscard]] std::vector<generator::State> conceivable_states(
        const generator::Program& program);

    enum class Answer : std::uint8_t { forbidden, allowed, undefined, unknown };
    /// Of each pattern, whether a state that has it is allowed: by the model, or by one that
    /// differs from it in definitions and checks alone.
    [[nodiscard]] std::vector<Answer> answers(const generator::Program& program,
                                              const std::vector<Pattern>& patterns) {
        return answers(program, patterns, model_);
    }
    [[nodiscard]] std::vector<Answer> answers(const generator::Program& program,
                                              const std::vector<Pattern>& patterns,
                                              const model::MemoryModel& model);

private:
    [[nodiscard]] std::vector<Answer> by_engine(const generator::Program& program,
                                                const std::vector<Pattern>& patterns,
                                                const model::MemoryModel& model) const;
    [[nodiscard]] bool is_listed(const skeletons::Skeleton& skeleton) const {
        return skeleton.is_usable && check_.engine == enumerator::EngineChoice::automatic;
    }

    const model::MemoryModel& model_;
    const enumerator::CheckOptions& check_;
    model::ThinAir thin_air_;
    skeletons::Skeletons skeletons_;
    std::optional<skeletons::View> view_;  ///< of the last program that states() listed
};

}  // namespace clmm::suites
