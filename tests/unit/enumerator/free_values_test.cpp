// What is listed of unspecified values, against all values that they can have: random programs over
// two bytes that nothing fixes.
#include <gtest/gtest.h>

#include <array>
#include <bitset>
#include <functional>
#include <iostream>
#include <random>

#include "clmm/engines/built_in.h"
#include "clmm/enumerator/check.h"
#include "support/answers.h"

namespace clmm::enumerator {
namespace {

using Function = std::function<int(int a, int b)>;

struct Expression {
    std::string text;
    Function value;
};

class Random {
public:
    explicit Random(unsigned seed) : engine_(seed) {}
    unsigned below(unsigned bound) { return static_cast<unsigned>(engine_() % bound); }

    Expression expression(unsigned depth) {
        const unsigned kind = depth == 0 ? below(3) : below(8);
        if (kind == 0) return {"a", [](int a, int) { return a; }};
        if (kind == 1) return {"b", [](int, int b) { return b; }};
        if (kind == 2) {
            const int constant = static_cast<int>(below(2) == 0 ? below(4) : below(256));
            return {std::to_string(constant), [constant](int, int) { return constant; }};
        }
        const Expression x = expression(depth - 1), y = expression(depth - 1);
        static const std::array<std::pair<const char*, int (*)(int, int)>, 5> kOperators{{
            {"+", [](int l, int r) { return l + r; }},
            {"-", [](int l, int r) { return l - r; }},
            {"&", [](int l, int r) { return l & r; }},
            {"|", [](int l, int r) { return l | r; }},
            {"^", [](int l, int r) { return l ^ r; }},
        }};
        const auto& [name, apply] = kOperators[kind - 3];
        return {
            "(" + x.text + " " + name + " " + y.text + ")",
            [x, y, apply = apply](int a, int b) { return apply(x.value(a, b), y.value(a, b)); }};
    }

    Expression condition() {
        const Expression x = expression(1), y = expression(1);
        if (below(2) == 0)
            return {x.text + " < " + y.text, [x, y](int a, int b) {
                        return static_cast<int>(x.value(a, b) < y.value(a, b));
                    }};
        return {"(" + x.text + " & 1) == 0",
                [x](int a, int b) { return static_cast<int>((x.value(a, b) & 1) == 0); }};
    }

private:
    std::mt19937 engine_;
};

struct Program {
    std::string text;
    std::bitset<65536> states;  ///< by r0 * 256 + r1
    unsigned named = 0;         ///< the state that the condition names
};

Program random_program(unsigned seed) {
    Random random(seed);
    const Expression first = random.expression(2), second = random.expression(1);
    const Expression other = random.expression(1), when = random.condition();
    const bool is_atomic = random.below(2) == 0;  // other actions on either side
    const bool is_paired = random.below(2) == 0;
    Program program;
    program.named = random.below(65536);
    const auto byte = [](int value) { return static_cast<unsigned>(value) & 255U; };
    const auto state = [&](int a, int b) {
        const int r0 = when.value(a, b) != 0 ? other.value(a, b) : first.value(a, b);
        return byte(r0) * 256 + byte(is_paired ? second.value(a, b) : 7);
    };
    for (int a = 0; a < 256; ++a)
        for (int b = 0; b < 256; ++b) program.states.set(state(a, b));
    if (random.below(2) == 0)  // one that there is
        program.named =
            state(static_cast<int>(random.below(256)), static_cast<int>(random.below(256)));
    program.text =
        "OPENCL random\n{ buffer uchar x[2] = {1, 2}; [y]=0; cl_command_queue q; }\n"
        "P0@host (global uchar* x, global atomic_int* y) {\n"
        "  uchar* p = clEnqueueMapBuffer(q, x, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION);\n"
        "  uchar a = p[0]; uchar b = p[1]; uchar r1 = " +
        (is_paired ? second.text : "7") + ";\n  uchar r0 = " + first.text + ";\n  if (" +
        when.text + ") { r0 = " + other.text + "; " + (is_atomic ? "atomic_store(y, 1); " : "") +
        "}" + (is_atomic ? " else { atomic_store(y, 1); }" : "") +
        "\n  clEnqueueUnmapMemObject(q, x, p);\n}\nexists (0:r0=" +
        std::to_string(program.named / 256) + " /\\ 0:r1=" + std::to_string(program.named % 256) +
        ")\n";
    return program;
}

/// r0 * 256 + r1, in whichever order they are observed.
unsigned state_of(const CheckResult& result, const std::vector<std::uint64_t>& values) {
    unsigned state = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        state += static_cast<unsigned>(values[i]) *
                 (result.structure.observables[i].name == "0:r0" ? 256U : 1U);
    return state;
}

struct FoundValues {
    unsigned every = 0, some = 0, undecided = 0, single = 0;
};

void expect_listed(const Program& program, const CheckResult& result, FoundValues& tally) {
    std::bitset<65536> listed, members;
    for (const model::OutcomeEntry& outcome : result.answer.outcomes) {
        const unsigned shown = state_of(result, outcome.values);
        EXPECT_TRUE(program.states.test(shown)) << shown;
        EXPECT_FALSE(outcome.out_of_thin_air);
        listed.set(shown);
        if (!outcome.family) {
            ++tally.single;
            continue;
        }
        EXPECT_TRUE(outcome.family->unspecified);
        std::bitset<65536> pattern;
        std::vector<std::uint64_t> values(outcome.values.size());
        const bool is_first = result.structure.observables[0].name == "0:r0";
        for (unsigned state = 0; state < 65536; ++state) {
            values[is_first ? 0 : 1] = state / 256;
            values[is_first ? 1 : 0] = state % 256;
            if (test::stands_for(outcome, values)) pattern.set(state);
        }
        const bool has_every = (pattern & ~program.states).none();
        switch (outcome.family->extent) {
            case model::Extent::every:
                ++tally.every;
                EXPECT_TRUE(has_every);
                break;
            case model::Extent::some:
                ++tally.some;
                EXPECT_FALSE(has_every);
                break;
            case model::Extent::undecided:
                ++tally.undecided;
                break;
        }
        members |= pattern;
    }
    EXPECT_TRUE((program.states & ~(listed | members)).none()) << "states that are not listed";
}

TEST(FreeValues, AreListedAsTheyAre) {
    const auto model = model::shipped_model("opencl-3.0");
    ASSERT_TRUE(model);
    FoundValues tally;
    for (unsigned seed = 1; seed <= 30; ++seed) {
        const Program program = random_program(seed);
        const auto result = check(std::make_shared<const Source>("random.litmus", program.text),
                                  *model, {.engines = engines::built_in()});
        ASSERT_TRUE(result) << render(result.diagnostics()) << program.text;
        SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + program.text);
        EXPECT_EQ(result->reason, "");
        expect_listed(program, *result, tally);
        const bool is_possible = program.states.test(program.named);
        EXPECT_EQ(result->verdict, is_possible ? Verdict::holds : Verdict::fails);
        if (is_possible)
            EXPECT_TRUE(std::ranges::any_of(result->answer.outcomes, [](const auto& each) {
                return each.satisfies_condition;
            }));
        if (HasFailure()) break;
    }
    std::cout << tally.single << " single states; families: " << tally.every << " every, "
              << tally.some << " some, " << tally.undecided << " undecided\n";
    EXPECT_GT(tally.every, 5U);
    EXPECT_GT(tally.some, 5U);
}

}  // namespace
}  // namespace clmm::enumerator
