// What the solver says of terms over two choices of eight bits, against all their values.
#include "clmm/solver/term_solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <random>
#include <string>

#include "clmm/solver/smt_engine.h"

namespace clmm::solver {
namespace {

using litmus::TermId;
using litmus::TermOp;
using litmus::TermPool;
using Answer = model::TermSolver::Answer;

class Drawn {
public:
    explicit Drawn(std::uint32_t seed) : random_(seed) {
        for (unsigned i = 0; i < 2; ++i) choices_.push_back(pool_.choice(8));
    }

    /// A conjunct: comparisons, mostly of one another.
    TermId condition(unsigned depth) {
        static constexpr std::array kComparisons = {TermOp::equal, TermOp::unsigned_less,
                                                    TermOp::unsigned_less_equal,
                                                    TermOp::signed_less, TermOp::signed_less_equal};
        if (depth > 0 && below(3) == 0) {
            const TermId a = condition(depth - 1);
            const TermId b = condition(depth - 1);
            return below(2) == 0 ? pool_.lor(a, b) : pool_.land(a, pool_.lnot(b));
        }
        const unsigned width = below(3) == 0 ? 16 : 8;
        return pool_.binary(kComparisons[below(kComparisons.size())], value(depth, width),
                            value(depth, width));
    }
    TermPool& pool() { return pool_; }

private:
    TermId value(unsigned depth, unsigned width) {
        if (depth == 0)
            return pool_.extend(below(4) == 0 ? number(8) : choices_[below(2)], width,
                                below(2) == 0);
        switch (below(9)) {
            case 0:
                return pool_.binary(TermOp::multiply, value(depth - 1, width), number(width));
            case 1:
                return pool_.binary(TermOp::subtract, value(depth - 1, width),
                                    value(depth - 1, width));
            case 2:
                return pool_.extend(value(depth - 1, width == 8 ? 16 : 8), width, below(2) == 0);
            case 3:
                return pool_.if_then_else(condition(depth - 1), value(depth - 1, width),
                                          value(depth - 1, width));
            case 4:
                return pool_.unary(below(2) == 0 ? TermOp::negate : TermOp::bit_not,
                                   value(depth - 1, width));
            case 5:
                return pool_.binary(
                    below(2) == 0 ? TermOp::logical_shift_right : TermOp::arithmetic_shift_right,
                    value(depth - 1, width), pool_.constant(below(18), width));
            case 6:
                return pool_.binary(TermOp::bit_and, value(depth - 1, width),
                                    pool_.constant((1U << below(8)) - below(2), width));
            case 7:
                return pool_.binary(TermOp::shift_left, value(depth - 1, width),
                                    pool_.constant(below(18), width));
            default:
                return pool_.binary(TermOp::add, value(depth - 1, width), value(depth - 1, width));
        }
    }
    TermId number(unsigned width) {
        return pool_.constant(below(2) == 0 ? below(8) : below(1U << width), width);
    }
    std::uint64_t below(std::uint64_t limit) { return random_() % limit; }

    std::mt19937 random_;
    TermPool pool_;
    std::vector<TermId> choices_;
};

bool hold(const TermPool& pool, const std::vector<TermId>& terms,
          const model::ChoiceValues& values) {
    return std::ranges::all_of(terms, [&](TermId term) {
        return litmus::evaluate(pool, term, model::ChosenValues(values)) != 0;
    });
}

bool is_possible(const TermPool& pool, const std::vector<TermId>& terms) {
    for (std::uint64_t x = 0; x < 256; ++x)
        for (std::uint64_t y = 0; y < 256; ++y)
            if (hold(pool, terms, {{0, x}, {1, y}})) return true;
    return false;
}

TEST(TermSolver, AgreesWithAllValues) {
    ASSERT_FALSE(why_unavailable());
    const char* const wanted = std::getenv("CLMM_DRAWN_TERMS");
    const auto count = wanted == nullptr ? 40U : static_cast<unsigned>(std::stoul(wanted));
    unsigned excluded = 0;
    for (std::uint32_t seed = 0; seed < count; ++seed) {
        Drawn drawn(seed);
        std::vector<TermId> terms;
        for (unsigned i = 0; i < 2 + seed % 4; ++i) terms.push_back(drawn.condition(3));
        const auto solver = make_term_solver(drawn.pool());
        const Answer answer = solver->check(terms, 10'000'000, std::nullopt);
        const bool possible = is_possible(drawn.pool(), terms);
        excluded += possible ? 0 : 1;
        EXPECT_EQ(answer, possible ? Answer::satisfiable : Answer::unsatisfiable) << seed;
        if (answer == Answer::satisfiable)
            EXPECT_TRUE(hold(drawn.pool(), terms, solver->values())) << seed;
    }
    EXPECT_GT(excluded, count / 8);
}

}  // namespace
}  // namespace clmm::solver
