#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "clmm/enumerator/check.h"
#include "clmm/skeletons/skeleton.h"
#include "clmm/skeletons/view.h"

namespace clmm::separation {

/// How two models differ on one program.
struct Differences {
    std::array<std::vector<generator::State>, 2> states;  ///< that one alone has, ascending
    std::array<bool, 2> race{};  ///< under one alone; there are no states then
    std::string open;            ///< why nothing is known; may be empty
    Diagnostics problems;        ///< of models that are not about the language
};

/// Which of all those are wanted.
struct Wanted {
    std::array<bool, 2> states{true, true};
    bool races = true;
};

/// Two models, asked about programs.
///
/// Idea     as lowering's: executions of small programs are listed once for all orders, and judged
///          by both models; what is not small is an engine's.
/// Threads  one at a time.
class Pair {
public:
    Pair(const std::array<const model::MemoryModel*, 2>& models,
         const enumerator::CheckOptions& check);

    [[nodiscard]] Differences differences(const generator::Program& program, const Wanted& wanted);
    /// The same by an engine; all of them. `states_of`: all that each model has, where that is
    /// asked for.
    [[nodiscard]] Differences by_engine(
        const generator::Program& program,
        std::array<std::vector<generator::State>, 2>* states_of = nullptr) const;

    /// Whether a model may find undefined behaviour in it.
    [[nodiscard]] bool may_race(const generator::Program& program, std::size_t side) const;

private:
    [[nodiscard]] std::optional<Differences> by_listing(const generator::Program& program,
                                                        const Wanted& wanted);

    std::array<const model::MemoryModel*, 2> models_;
    enumerator::CheckOptions check_;
    bool is_quick_;
    bool is_one_structure_;  ///< programs unfold alike for both
    std::array<model::ThinAir, 2> thin_air_;
    std::vector<skeletons::Skeletons> skeletons_;
    std::vector<skeletons::View> views_;  ///< of the last program listed, by model
};

}  // namespace clmm::separation
