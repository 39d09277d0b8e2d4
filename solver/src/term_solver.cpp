#include "clmm/solver/term_solver.h"

#include <algorithm>
#include <string>

#include "clmm/base/ensure.h"
#include "integer_encoder.h"
#include "term_encoder.h"

namespace clmm::solver {
namespace {

using litmus::Term;

constexpr std::uint32_t kShareAtFirst = 32;    ///< of the effort
constexpr std::uint32_t kShareOfIntegers = 2;  ///< of it, where a unit takes longer

/// Every choice is a variable.
class FreeLeaves final : public Leaves {
public:
    explicit FreeLeaves(z3::context& context) : context_(context) {}

    [[nodiscard]] const Choices* choices(const Term& /*leaf*/) override { return nullptr; }
    [[nodiscard]] z3::expr variable(const Term& leaf) override {
        ensure(leaf.op == litmus::TermOp::choice, "a choice");
        const std::string name = "c" + std::to_string(leaf.payload);
        const z3::expr made = leaf.width == 1 ? context_.bool_const(name.c_str())
                                              : context_.bv_const(name.c_str(), leaf.width);
        variables_.emplace(leaf.payload, made);
        return made;
    }
    [[nodiscard]] const std::map<std::uint64_t, z3::expr>& variables() const { return variables_; }

private:
    z3::context& context_;
    std::map<std::uint64_t, z3::expr> variables_;
};

/// What Z3 has ready for bit vectors (qfbv) takes twice as long for questions about launches.
z3::tactic bits_and_clauses(z3::context& context) {
    z3::params sums(context);
    sums.set("elim_and", true);
    sums.set("som", true);
    const auto step = [&](const char* name) { return z3::tactic(context, name); };
    return with(step("simplify"), sums) & step("propagate-values") & step("solve-eqs") &
           step("elim-uncnstr") & step("simplify") & step("bit-blast") & step("sat");
}

/// Not by the logic's name: what that stands for tries its parts for a time each, by timers within
/// one another, and Z3 4.8.12 waits for such a timer for ever now and then.
z3::tactic sums_and_comparisons(z3::context& context) {
    const auto step = [&](const char* name) { return z3::tactic(context, name); };
    return step("simplify") & step("propagate-values") & step("solve-eqs") & step("elim-uncnstr") &
           step("simplify") & step("smt");
}

class Z3TermSolver final : public model::TermSolver {
public:
    explicit Z3TermSolver(const litmus::TermPool& terms) : terms_(terms) {}

    [[nodiscard]] Answer check(std::span<const litmus::TermId> together, std::uint32_t effort,
                               std::optional<std::chrono::milliseconds> time) override {
        try {
            return decide(together, effort, time);
        } catch (const z3::exception&) {  // out of memory, or interrupted
            return Answer::unknown;
        }
    }
    [[nodiscard]] const model::ChoiceValues& values() const override { return values_; }

private:
    Answer decide(std::span<const litmus::TermId> together, std::uint32_t effort,
                  std::optional<std::chrono::milliseconds> time) {
        // What one of them decides at once may be hard for the other.
        Answer answer = Answer::unknown;
        for (const std::uint32_t share : {kShareAtFirst, 1U}) {
            answer = decide_integers(together, effort / share / kShareOfIntegers, time);
            if (answer == Answer::unknown) answer = decide_bits(together, effort / share, time);
            if (answer != Answer::unknown) break;
        }
        return answer;
    }

    Answer decide_bits(std::span<const litmus::TermId> together, std::uint32_t effort,
                       std::optional<std::chrono::milliseconds> time) {
        // A context of its own: what was asked before would slow this question down.
        z3::context context;
        FreeLeaves leaves(context);
        TermEncoder encode(context, terms_, leaves);
        z3::solver solver = bits_and_clauses(context).mk_solver();
        set_limits(context, solver, effort, time);
        for (const litmus::TermId term : together) solver.add(encode(term));
        const z3::check_result result = solver.check();
        if (result == z3::unsat) return Answer::unsatisfiable;
        if (result == z3::unknown) return Answer::unknown;
        keep(solver.get_model(), leaves);
        return Answer::satisfiable;
    }

    /// Of sums and comparisons. Where they leave something possible, bits may not.
    Answer decide_integers(std::span<const litmus::TermId> together, std::uint32_t effort,
                           std::optional<std::chrono::milliseconds> time) {
        z3::context context;
        z3::solver solver = sums_and_comparisons(context).mk_solver();
        set_limits(context, solver, effort, time);
        IntegerEncoder encode(context, terms_, together);
        for (const z3::expr& each : encode()) solver.add(each);
        const z3::check_result result = solver.check();
        if (result == z3::unsat) return Answer::unsatisfiable;
        if (result == z3::unknown) return Answer::unknown;
        values_ = encode.values(solver.get_model());
        const model::ChosenValues values(values_);
        const bool holds = std::ranges::all_of(together, [&](litmus::TermId term) {
            return litmus::evaluate(terms_, term, values) != 0;
        });
        return holds ? Answer::satisfiable : Answer::unknown;
    }

    static void set_limits(z3::context& context, z3::solver& solver, std::uint32_t effort,
                           std::optional<std::chrono::milliseconds> time) {
        z3::params parameters(context);
        parameters.set("rlimit", effort);
        parameters.set("ctrl_c", false);  // signals are the program's own business
        if (time) parameters.set("timeout", static_cast<unsigned>(time->count()));
        solver.set(parameters);
    }

    void keep(const z3::model& found, const FreeLeaves& leaves) {
        values_.clear();
        for (const auto& [choice, variable] : leaves.variables()) {
            const z3::expr value = found.eval(variable, true);
            values_[choice] =
                value.is_bool() ? (value.is_true() ? 1 : 0) : value.get_numeral_uint64();
        }
    }

    const litmus::TermPool& terms_;
    model::ChoiceValues values_;
};

}  // namespace

std::unique_ptr<model::TermSolver> make_term_solver(const litmus::TermPool& terms) {
    return std::make_unique<Z3TermSolver>(terms);
}

}  // namespace clmm::solver
