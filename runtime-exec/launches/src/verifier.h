#pragma once

#include "clmm/runtime/every_launch.h"
#include "clmm/runtime/rules.h"
#include "walk.h"

namespace clmm::runtime::launches {

/// Asks what a walk has found to be asked.
class Verifier {
public:
    Verifier(const CompiledKernel& kernel, Formulas& formulas, LaunchTerms& launch,
             MemoryMap& memory, Questions& questions, const BufferSizes& sizes, const Walk& walk,
             const Rules& rules, const Rehearsal& rehearse)
        : kernel_(kernel),
          formulas_(formulas),
          terms_(formulas.terms()),
          launch_(launch),
          memory_(memory),
          questions_(questions),
          sizes_(sizes),
          walk_(walk),
          rules_(rules),
          rehearse_(rehearse) {}

    [[nodiscard]] std::vector<LaunchAnswer> operator()(const Deeds& deeds, const AnswerHeard& told);

private:
    using Candidate = LaunchAnswer::Candidate;

    [[nodiscard]] LaunchAnswer races(const Deeds& deeds);
    [[nodiscard]] LaunchAnswer divergence(const Deeds& deeds);
    [[nodiscard]] LaunchAnswer bounds(const Deeds& deeds);
    /// Nothing is verified by what contradicts itself.
    void doubt(LaunchAnswer& answer, const Deeds& deeds);
    [[nodiscard]] const Expectation* contradiction(const Deeds& deeds);
    [[nodiscard]] bool is_excluded(TermId term);
    [[nodiscard]] bool are_inclusive(const Access& a, const Access& b, Couple couple) const;
    [[nodiscard]] bool may_conflict(const Access& a, const Access& b, Couple couple) const;
    [[nodiscard]] Question meeting(const Access& a, TermId alive, const Access& b, Couple couple,
                                   bool by_one);
    [[nodiscard]] TermId distinct(Couple couple);
    /// Adds to the answer what a question leads to. False where nothing more is to be asked.
    bool ask(LaunchAnswer& answer, Question question,
             const std::vector<LaunchAnswer::Place>& places, const std::string& undecided);
    [[nodiscard]] std::pair<Questions::Answer, CandidateLaunch> launch_of(const Question& question);
    [[nodiscard]] std::optional<CandidateLaunch> small_launch_of(const Question& question);
    [[nodiscard]] std::optional<CandidateLaunch> flatter_launch(const Question& question,
                                                                std::uint64_t most_items);
    bool comes_true(LaunchAnswer& answer, const Question& question, const Candidate& candidate);
    [[nodiscard]] CandidateLaunch last_launch();
    [[nodiscard]] std::optional<CandidateLaunch> launch_within(const Question& question,
                                                               std::uint64_t most_items,
                                                               std::int64_t least_of_scalars,
                                                               std::int64_t most_of_scalars);
    [[nodiscard]] TermId is_within(std::uint64_t items, std::int64_t least_of_scalars,
                                   std::int64_t most_of_scalars);
    void add_obstacles(LaunchAnswer& answer, const Deeds& deeds, bool Obstacle::*concerns) const;
    [[nodiscard]] static std::string word(const Access& access);

    const CompiledKernel& kernel_;
    Formulas& formulas_;
    TermPool& terms_;
    LaunchTerms& launch_;
    MemoryMap& memory_;
    Questions& questions_;
    const BufferSizes& sizes_;
    const Walk& walk_;
    const Rules& rules_;
    const Rehearsal& rehearse_;
    bool trusts_ = true;        ///< that nothing has raced before: both are asked for together
    bool has_trusted_ = false;  ///< where that decided
    /// Once it was looked for.
    std::optional<const Expectation*> contradiction_;
};

}  // namespace clmm::runtime::launches
