#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clmm/model/evaluator.h"
#include "clmm/model/refutation.h"

namespace clmm::model {

/// Executions of a test that ends within its unrolling bounds as its text alone allows them,
/// whatever the model says: what a solver finds, to those who ask why none is consistent.
///
/// Shape    choices as those of Proposals.
/// Errors   none for a spent budget: nothing is found then, and stopped() says why.
class Candidates {
public:
    using Choice = std::int32_t;
    using Choices = std::vector<Choice>;

    virtual ~Candidates() = default;

    [[nodiscard]] virtual Choice fresh() = 0;
    [[nodiscard]] virtual Choice holds(litmus::TermId term) = 0;
    [[nodiscard]] virtual Choice literal(const Literal& literal) = 0;
    /// One of these holds in whatever is found from now on.
    virtual void require(const Choices& some) = 0;
    /// One of these, or not all of the reason.
    virtual void require(const Choices& some, const Reason& refuted) = 0;

    /// One with all of these.
    [[nodiscard]] virtual std::optional<Execution> find(const Choices& all) = 0;
    /// After a find() that found nothing and was not stopped: places of some of its choices that
    /// exclude every execution together.
    [[nodiscard]] virtual std::vector<std::size_t> core(const Choices& all) = 0;

    /// A cycle of values out of thin air that is forbidden; empty where there is none.
    [[nodiscard]] virtual Reason forbidden_cycle(const Execution& execution) const = 0;
    [[nodiscard]] virtual Evaluator& evaluator() = 0;
    [[nodiscard]] virtual const std::optional<std::string>& stopped() const = 0;
};

/// Why no candidate that makes all the terms true is consistent, as Refuter says it.
///
/// Idea     each candidate breaks some axiom: the literals that do so, less those that the others
///          imply, become a clause. Once nothing is left to find, the clauses of a core, shrunk one
///          by one, are an argument. Without them the search goes on for an independent one.
[[nodiscard]] Refuted refute(Candidates& candidates, const std::vector<litmus::TermId>& wanted,
                             std::size_t most_arguments);

}  // namespace clmm::model
