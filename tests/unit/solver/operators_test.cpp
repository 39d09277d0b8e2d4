// The solver's idea of every operator against C++'s: the value read is a free variable for Z3
// (two read-modify-writes may read one another), so nothing is folded before it gets there.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>

#include "clmm/litmus/event_structure.h"
#include "clmm/model/memory_model.h"
#include "clmm/solver/smt_engine.h"

namespace clmm::solver {
namespace {

struct Operator {
    const char* expression;  ///< of r
    std::function<std::int64_t(std::int32_t)> value;
};

std::optional<bool> possible(std::int32_t initial, const std::string& expression,
                             std::int64_t result) {
    const std::string add = "atomic_fetch_add_explicit(x, 0, memory_order_relaxed)";
    const std::string text = "C op\n{ x=" + std::to_string(initial) + "; }\n" +
                             "P0 (atomic_int* x) {\n  int r = " + add +
                             ";\n  long s = " + expression +
                             ";\n}\nP1 (atomic_int* x) {\n  int r = " + add + ";\n}\n" +
                             "exists (0:s=" + std::to_string(result) + ")\n";
    const auto test = litmus::read_test(std::make_shared<Source>("op.litmus", text));
    EXPECT_TRUE(test.ok()) << text << render(test.diagnostics());
    if (!test.ok()) return std::nullopt;
    const auto structure = litmus::unfold(*test, {});
    EXPECT_TRUE(structure.ok()) << text << render(structure.diagnostics());
    if (!structure.ok()) return std::nullopt;
    model::EngineRequest request;
    request.outcomes = false;
    request.undefined_behaviour = false;
    return SmtEngine()
        .run(*structure, *model::shipped_model("rc11"), request)
        .condition_satisfiable;
}

TEST(SolverOperators, AgreeWithTheLanguage) {
    const auto u = [](std::int32_t r) { return static_cast<std::uint32_t>(r); };
    const Operator operators[] = {
        {"r + 3", [&](std::int32_t r) { return static_cast<std::int32_t>(u(r) + 3U); }},
        {"r - 9", [&](std::int32_t r) { return static_cast<std::int32_t>(u(r) - 9U); }},
        {"r * 5", [&](std::int32_t r) { return static_cast<std::int32_t>(u(r) * 5U); }},
        {"r / 3", [](std::int32_t r) { return r / 3; }},
        {"r % 3", [](std::int32_t r) { return r % 3; }},
        {"(uint)r / 3u", [&](std::int32_t r) { return u(r) / 3U; }},
        {"(uint)r % 7u", [&](std::int32_t r) { return u(r) % 7U; }},
        {"r & 6", [](std::int32_t r) { return r & 6; }},
        {"r | 8", [](std::int32_t r) { return r | 8; }},
        {"r ^ 5", [](std::int32_t r) { return r ^ 5; }},
        {"~r", [](std::int32_t r) { return ~r; }},
        {"-r", [&](std::int32_t r) { return static_cast<std::int32_t>(0U - u(r)); }},
        {"r << 2", [&](std::int32_t r) { return static_cast<std::int32_t>(u(r) << 2U); }},
        {"r >> 1", [](std::int32_t r) { return r >> 1; }},
        {"(uint)r >> 1", [&](std::int32_t r) { return u(r) >> 1U; }},
        {"(char)r", [](std::int32_t r) { return static_cast<std::int8_t>(r); }},
        {"(ushort)r", [](std::int32_t r) { return static_cast<std::uint16_t>(r); }},
        {"(uint)r", [&](std::int32_t r) { return u(r); }},
        {"r < 2", [](std::int32_t r) { return r < 2; }},
        {"r <= 2", [](std::int32_t r) { return r <= 2; }},
        {"(uint)r < 2u", [&](std::int32_t r) { return u(r) < 2U; }},
        {"(uint)r >= 2u", [&](std::int32_t r) { return u(r) >= 2U; }},
        {"r == 2", [](std::int32_t r) { return r == 2; }},
        {"!r", [](std::int32_t r) { return r == 0; }},
        {"r > 2 && r != 5", [](std::int32_t r) { return r > 2 && r != 5; }},
        {"r > 2 || r == -7", [](std::int32_t r) { return r > 2 || r == -7; }},
        {"r ? r + 1 : 4", [](std::int32_t r) { return r != 0 ? r + 1 : 4; }},
    };
    for (const Operator& op : operators)
        for (const std::int32_t initial : {0, 2, 5, -7, 300, -100000}) {
            const std::int64_t expected = op.value(initial);
            EXPECT_EQ(possible(initial, op.expression, expected), true)
                << op.expression << " of " << initial;
            EXPECT_EQ(possible(initial, op.expression, expected + 1), false)
                << op.expression << " of " << initial;
        }
}

}  // namespace
}  // namespace clmm::solver
