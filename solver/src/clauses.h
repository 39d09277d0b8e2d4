#pragma once

#include <z3++.h>

namespace clmm::solver {

/// An incremental solver, and all that it was told, so that it can be begun anew.
///
/// Idea     a call that Z3 leaves in the middle (its timer, not a bound on conflicts) may leave it
///          between two states: formulas half translated. Nothing is asked of such a solver; the
///          next question goes to a new one with the same clauses.
class Clauses {
public:
    explicit Clauses(z3::context& context)
        : solver_(context, kLogic), parameters_(context), kept_(context) {}

    void add(const z3::expr& clause) {
        kept_.push_back(clause);
        solver_.add(clause);
    }

    template <class Value>
    void set(const char* name, Value value) {
        parameters_.set(name, value);
        solver_.set(parameters_);
    }

    /// A new solver with the same clauses and parameters; what the old one had learnt is lost.
    void renew() {
        solver_ = z3::solver(context(), kLogic);
        solver_.set(parameters_);
        for (const z3::expr& clause : kept_) solver_.add(clause);
    }

    [[nodiscard]] z3::context& context() { return solver_.ctx(); }
    [[nodiscard]] z3::solver* operator->() { return &solver_; }

private:
    static constexpr const char* kLogic = "QF_FD";
    z3::solver solver_;
    z3::params parameters_;
    z3::expr_vector kept_;
};

}  // namespace clmm::solver
