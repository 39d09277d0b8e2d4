#include "sat.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

namespace clmm::explorer {
namespace {

/// Accepts what a function accepts; stops at the n-th question.
class TestJudge final : public Judge {
public:
    std::function<bool()> decide = [] { return true; };
    std::uint64_t questions = std::numeric_limits<std::uint64_t>::max();

    [[nodiscard]] bool accept() override { return decide(); }
    [[nodiscard]] bool stop() override { return questions-- == 0; }
};

struct Problem {
    std::uint32_t variables = 0;
    std::vector<Clause> clauses;
};

Problem draw(std::mt19937& random, std::uint32_t variables, std::size_t clauses) {
    Problem problem{variables, {}};
    for (std::size_t i = 0; i < clauses; ++i) {
        Clause clause;
        const std::size_t size = 1 + random() % 4;
        for (std::size_t k = 0; k < size; ++k)
            clause.push_back({static_cast<std::uint32_t>(random() % (2 * variables))});
        problem.clauses.push_back(std::move(clause));
    }
    return problem;
}

bool holds(Lit literal, std::uint32_t assignment) {
    return ((assignment >> literal.variable() & 1U) != 0) != literal.is_negated();
}

bool satisfies(std::uint32_t assignment, const std::vector<Clause>& clauses) {
    return std::ranges::all_of(clauses, [&](const Clause& clause) {
        return std::ranges::any_of(clause, [&](Lit each) { return holds(each, assignment); });
    });
}

std::vector<std::uint32_t> solutions(const Problem& problem) {
    std::vector<std::uint32_t> all;
    for (std::uint32_t each = 0; each < 1U << problem.variables; ++each)
        if (satisfies(each, problem.clauses)) all.push_back(each);
    return all;
}

std::uint32_t assignment_of(const Sat& sat, std::uint32_t variables) {
    std::uint32_t assignment = 0;
    for (std::uint32_t variable = 0; variable < variables; ++variable)
        if (sat.holds({2 * variable})) assignment |= 1U << variable;
    return assignment;
}

Clause unlike(std::uint32_t assignment, std::uint32_t variables) {
    Clause clause;
    for (std::uint32_t variable = 0; variable < variables; ++variable)
        clause.push_back({2 * variable + (assignment >> variable & 1U)});
    return clause;
}

void load(Sat& sat, const Problem& problem) {
    for (std::uint32_t i = 0; i < problem.variables; ++i) (void)sat.fresh();
    for (const Clause& clause : problem.clauses) sat.add(clause);
}

/// Excludes each solution once it is found, as listings do.
std::vector<std::uint32_t> list(Sat& sat, std::uint32_t variables, const Clause& assumptions) {
    TestJudge judge;
    std::vector<std::uint32_t> found;
    while (sat.solve(assumptions, judge) == Sat::Answer::satisfiable) {
        found.push_back(assignment_of(sat, variables));
        sat.add(unlike(found.back(), variables));
    }
    std::ranges::sort(found);
    return found;
}

TEST(Sat, ListsExactlyTheSolutions) {
    for (unsigned seed = 0; seed < 2000; ++seed) {
        std::mt19937 random(seed);
        const std::uint32_t variables = 3 + random() % 8;
        const Problem problem = draw(random, variables, random() % (5 * variables));
        Sat sat;
        load(sat, problem);
        ASSERT_EQ(list(sat, variables, {}), solutions(problem)) << "seed " << seed;
        EXPECT_TRUE(sat.is_contradiction());
    }
}

TEST(Sat, AssumptionsHoldForOneQuestionOnly) {
    for (unsigned seed = 0; seed < 1000; ++seed) {
        std::mt19937 random(seed);
        const std::uint32_t variables = 3 + random() % 8;
        const Problem problem = draw(random, variables, random() % (4 * variables));
        const std::vector<std::uint32_t> all = solutions(problem);
        Sat sat;
        load(sat, problem);
        TestJudge judge;
        for (int question = 0; question < 12; ++question) {
            Clause assumptions;
            for (std::uint64_t i = random() % 4; i > 0; --i)
                assumptions.push_back({static_cast<std::uint32_t>(random() % (2 * variables))});
            const bool expected = std::ranges::any_of(all, [&](std::uint32_t each) {
                return std::ranges::all_of(assumptions,
                                           [&](Lit literal) { return holds(literal, each); });
            });
            ASSERT_EQ(sat.solve(assumptions, judge) == Sat::Answer::satisfiable, expected)
                << "seed " << seed;
            if (!expected) continue;
            const std::uint32_t found = assignment_of(sat, variables);
            EXPECT_TRUE(satisfies(found, problem.clauses)) << "seed " << seed;
            for (const Lit each : assumptions) EXPECT_TRUE(sat.holds(each)) << "seed " << seed;
        }
    }
}

/// What a judge refuses, and how it says so, with variables of its own.
TEST(Sat, JudgesMayAddClausesAndVariables) {
    for (unsigned seed = 0; seed < 1000; ++seed) {
        std::mt19937 random(seed);
        const std::uint32_t variables = 3 + random() % 8;
        const Problem known = draw(random, variables, random() % (2 * variables));
        const Problem hidden = draw(random, variables, random() % (3 * variables));
        Problem both = known;
        both.clauses.insert(both.clauses.end(), hidden.clauses.begin(), hidden.clauses.end());
        Sat sat;
        load(sat, known);
        TestJudge judge;
        judge.decide = [&] {
            const std::uint32_t proposed = assignment_of(sat, variables);
            bool accepted = true;
            for (Clause clause : hidden.clauses) {
                if (satisfies(proposed, {clause})) continue;
                const Lit gate = sat.fresh();
                sat.add({~gate});
                clause.push_back(gate);
                sat.add(clause);
                accepted = false;
            }
            return accepted;
        };
        std::vector<std::uint32_t> found;
        while (sat.solve({}, judge) == Sat::Answer::satisfiable) {
            found.push_back(assignment_of(sat, variables));
            sat.add(unlike(found.back(), variables));
        }
        std::ranges::sort(found);
        ASSERT_EQ(found, solutions(both)) << "seed " << seed;
    }
}

/// n + 1 pigeons in n holes.
std::vector<Clause> pigeons(Sat& sat, std::size_t holes) {
    std::vector<Clause> places(holes + 1);
    for (Clause& place : places)
        for (std::size_t hole = 0; hole < holes; ++hole) place.push_back(sat.fresh());
    for (const Clause& place : places) sat.add(place);
    for (std::size_t hole = 0; hole < holes; ++hole)
        for (std::size_t i = 0; i < places.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) sat.add({~places[i][hole], ~places[j][hole]});
    return places;
}

TEST(Sat, RefutesWhatNeedsRestartsAndForgetting) {
    Sat sat;
    (void)pigeons(sat, 8);
    TestJudge judge;
    EXPECT_EQ(sat.solve({}, judge), Sat::Answer::unsatisfiable);
    EXPECT_GT(sat.conflicts(), 4000U);
}

TEST(Sat, GoesOnWhereItWasStopped) {
    Sat sat;
    (void)pigeons(sat, 6);
    std::size_t stops = 0;
    while (true) {
        TestJudge judge;
        judge.questions = 0;
        const Sat::Answer answer = sat.solve({}, judge);
        ASSERT_NE(answer, Sat::Answer::satisfiable);
        if (answer == Sat::Answer::unsatisfiable) break;
        ++stops;
    }
    EXPECT_GT(stops, 2U);
}

}  // namespace
}  // namespace clmm::explorer
