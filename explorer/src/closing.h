#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "axioms.h"
#include "clmm/explorer/explicit_engine.h"
#include "clmm/model/conditional_bounds.h"

namespace clmm::explorer {

/// Shows that the clauses are the model: that each way to break an axiom is refuted by clauses,
/// some of which it learns for it. The axioms need not be looked at then.
///
/// Idea     ConditionalBounds gives literals that every such way needs. They are decided, with the
///          axioms as a theory; a contradiction is a clause. Where there is none, bounds are
///          computed once more for the executions with these literals.
/// Errors   it may fail where it could have succeeded: for want of work that it is allowed, or of
///          better bounds. Then nothing has changed but that more has been learnt.
class Closing {
public:
    Closing(Sat& sat, const Axioms& axioms, ClosingEffort effort,
            std::function<bool()> should_stop);

    [[nodiscard]] bool run();

private:
    using LiteralSet = model::LiteralSet;

    /// Learns which literals alone are contradictions.
    void probe();
    [[nodiscard]] bool is_over();
    [[nodiscard]] bool is_affordable() const;
    void number_variables();
    [[nodiscard]] model::ConditionalBounds::Conditions conditions();
    [[nodiscard]] const std::optional<LiteralSet>& needed_by(Lit literal);
    [[nodiscard]] Clause literals_of(const LiteralSet& set) const;
    /// Under the assumptions and the literals; learns why.
    [[nodiscard]] bool is_refuted(const Clause& assumptions, const LiteralSet& literals);
    [[nodiscard]] bool is_refuted_within(std::size_t axiom, const LiteralSet& literals);

    Sat& sat_;
    const Axioms& axioms_;
    ClosingEffort effort_;
    std::function<bool()> should_stop_;
    std::vector<std::uint32_t> variables_;            ///< that literals of the model depend on
    std::map<std::uint32_t, std::size_t> number_of_;  ///< by variable
    std::size_t words_ = 0;
    std::map<Lit, std::optional<LiteralSet>> needed_by_;  ///< under what is assumed now
    std::size_t refutations_ = 0;
    std::size_t deeper_ = 0;
    std::size_t steps_ = 0;
    bool is_over_ = false;  ///< it has to stop
};

}  // namespace clmm::explorer
