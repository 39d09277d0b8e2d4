#pragma once

#include <map>
#include <vector>

#include "clmm/enumerator/explanation.h"

namespace clmm::test {

/// Executions of one test, of which those are taken for one that do not differ in what an
/// explanation speaks of: wanted terms, literals, findings, violated axioms.
class ObservedExecutions {
public:
    using Contradiction = enumerator::Contradiction;
    /// Of an execution, all that the explanation speaks of.
    struct Signature {
        std::vector<bool> wanted, literals;
        std::vector<bool> found;     ///< by refutation: its finding is there
        std::vector<bool> violated;  ///< by axiom
        friend auto operator<=>(const Signature&, const Signature&) = default;
    };

    ObservedExecutions(const model::EventStructure& structure, const model::MemoryModel& model,
                       const std::vector<litmus::TermId>& wanted, model::ThinAir forbidden);

    /// All that are spoken of come before the first execution. They must live on.
    void speak_of(const Contradiction& refutation);
    void speak_of(const model::Literal& literal);
    void add(const model::Execution& execution);

    /// One that has these, or null.
    template <class F>
    [[nodiscard]] const model::Execution* some(F&& like) const {
        for (const auto& [signature, execution] : seen_)
            if (like(signature)) return &execution;
        return nullptr;
    }

    template <class F>
    [[nodiscard]] bool any(F&& like) const {
        return some(like) != nullptr;
    }

    [[nodiscard]] bool has(const Signature& of, const model::Literal& literal) const;
    [[nodiscard]] bool has(const Signature& of, const model::Reason& reason) const;
    [[nodiscard]] bool has_all_wanted(const Signature& of) const;
    [[nodiscard]] bool violates(const Signature& of, const Contradiction& refutation) const;
    /// Violates the axiom with the same pairs.
    [[nodiscard]] bool found(const Signature& of, const Contradiction& refutation) const;

    /// The naive evaluator's word.
    [[nodiscard]] bool violates(const model::Execution& of, const Contradiction& refutation) const;

private:
    [[nodiscard]] Signature signature(const model::Execution& of);
    [[nodiscard]] bool is_found(const Contradiction& refutation,
                                const model::Execution& execution) const;
    [[nodiscard]] bool out_of_thin_air(const model::Execution& of) const;

    const model::EventStructure& structure_;
    const model::MemoryModel& model_;
    const std::vector<litmus::TermId>& wanted_;
    model::ThinAir forbidden_;
    model::Evaluator evaluator_;
    std::map<model::Literal, std::size_t> numbers_;
    std::vector<std::size_t> axioms_;
    std::vector<const Contradiction*> refutations_;
    std::map<Signature, model::Execution> seen_;
};

}  // namespace clmm::test
