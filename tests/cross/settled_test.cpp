#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "clmm/explorer/explicit_engine.h"
#include "clmm/litmus/event_structure.h"
#include "clmm/litmus/kernel_file.h"
#include "clmm/model/left_out_reads.h"
#include "clmm/model/memory_model.h"
#include "reports.h"

/// Random kernels whose work-items all do the same, wait for one another and hand values on: what
/// is verified without a search, or with waiting loops that go round once, the search over the
/// whole test verifies; what is refuted with such loops, it refutes. CLMM_CROSS_FULL=1 takes 5,000.
namespace clmm::oracle {
namespace {

using Kinds = std::set<std::string>;

class Generator {
public:
    explicit Generator(std::uint64_t seed) : random_(seed) {}

    unsigned items = 2, group = 1;
    std::string text() {
        items = 2 + below(2);
        group = chance(2) ? 1 : items;
        std::string body;
        for (unsigned s = 0, all = 1 + below(2); s < all; ++s) body += "    " + access() + "\n";
        body += chance(3) ? "    " + wait("1") + "\n" : take_turns();
        if (chance(3)) body += "    " + access() + "\n";
        return "kernel void alike(global atomic_int* flag, global int* data) {\n"
               "    const int i = get_global_id(0);\n    int r = 0;\n" +
               body + "}\n";
    }

private:
    unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
    bool chance(unsigned n) { return below(n) == 0; }
    std::string scope() { return chance(8) ? "memory_scope_work_group" : "memory_scope_device"; }
    std::string acquire() { return chance(4) ? "memory_order_relaxed" : "memory_order_acquire"; }
    std::string release() { return chance(4) ? "memory_order_relaxed" : "memory_order_release"; }
    std::string flag() { return "&flag[" + std::to_string(below(2)) + "]"; }
    std::string cell() { return chance(2) ? "data[i]" : "data[" + std::to_string(below(2)) + "]"; }

    std::string wait(const std::string& value) {
        return "while (atomic_load_explicit(" + flag() + ", " + acquire() + ", " + scope() +
               ") != " + value + ");";
    }

    /// A ticket lock, as a rule.
    std::string take_turns() {
        const std::string served = chance(6) ? "&flag[0]" : "&flag[1]";
        std::string text = "    r = atomic_fetch_add_explicit(&flag[0], 1, memory_order_relaxed, " +
                           scope() + ");\n    while (atomic_load_explicit(" + served + ", " +
                           acquire() + ", " + scope() + ") != r);\n    " + access() + "\n";
        if (chance(2)) text += "    data[0] = data[0] + 1;\n";
        if (chance(2))
            text += "    assert(data[0] == r" + std::string(chance(2) ? " + 1" : "") + ");\n";
        return text + "    atomic_store_explicit(" + served + ", r + 1, " + release() + ", " +
               scope() + ");\n";
    }

    std::string access() {
        switch (below(6)) {
            case 0:
                return "atomic_store_explicit(" + flag() + ", 1, " + release() + ", " + scope() +
                       ");";
            case 1:
                return "r = atomic_load_explicit(" + flag() + ", " + acquire() + ", " + scope() +
                       ");";
            case 2:
                return "if (i == 0) { " + cell() + " = 2; }";
            case 3:
                return "if (atomic_load_explicit(" + flag() + ", " + acquire() + ", " + scope() +
                       ") == 1) { " + cell() + " = 1; }";
            default:
                return cell() + " = 1;";
        }
    }

    std::mt19937_64 random_;
};

struct Found {
    Kinds kinds;
    bool is_complete = true;
};

Found ask(const litmus::EventStructure& structure, const model::MemoryModel& model,
          explorer::Settling settling) {
    explorer::ExplicitEngine engine(explorer::ClosingEffort::usual, explorer::Dividing::long_ones,
                                    explorer::Determining::where_needed, settling);
    model::EngineRequest request;
    request.outcomes = request.condition = false;
    const auto answer = engine.run(structure, model, request);
    Found found;
    for (const model::UndefinedEntry& each : answer.undefined) found.kinds.insert(each.kind);
    found.is_complete = !answer.declined && !answer.incomplete && !answer.bound_reached &&
                        answer.unsearched.empty();
    return found;
}

/// Of the kinds that one finds, all that the other does not.
std::string missing(const Found& found, const Found& in, const std::string& what) {
    std::string text;
    for (const std::string& kind : found.kinds)
        if (!in.kinds.contains(kind)) text += what + " has no " + kind + "\n";
    return text;
}

class Settled : public testing::TestWithParam<std::string> {};

TEST_P(Settled, AsSearched) {
    const auto model = model::shipped_model(GetParam());
    ASSERT_TRUE(model);
    Report report;
    std::size_t settled = 0;
    for (std::uint64_t seed = 0; seed < limit(150, 5'000); ++seed) {
        Generator generator(seed);
        const std::string text = generator.text();
        const auto test = litmus::read_kernel(std::make_shared<Source>("alike.cl", text),
                                              {.global = {generator.items},
                                               .local = {generator.group},
                                               .arguments = {"flag[2]", "data[4]"}});
        ASSERT_TRUE(test) << render(test.diagnostics()) << text;
        const auto whole = litmus::unfold(*test, {});
        const auto once = litmus::unfold(*test, {.waits_once = true});
        ASSERT_TRUE(whole && once) << text;
        const Found all = ask(*whole, *model, explorer::Settling::never);
        if (!all.is_complete) continue;
        const Found followed = ask(*whole, *model, explorer::Settling::always);
        std::string wrong =
            missing(all, followed, "what is followed") + missing(followed, all, "the search");
        wrong += missing(ask(*once, *model, explorer::Settling::always), all, "the whole test");
        if (const auto fewer = model::for_waits_once(*model, *once)) {
            const Found of_fewer = ask(*once, *fewer, explorer::Settling::always);
            if (of_fewer.is_complete) wrong += missing(all, of_fewer, "one iteration");
            settled += of_fewer.is_complete && of_fewer.kinds.empty() ? 1U : 0U;
        }
        report.add(wrong.empty() ? wrong : wrong + text);
    }
    report.check();
    EXPECT_GT(settled, 10U);
}

INSTANTIATE_TEST_SUITE_P(Models, Settled,
                         testing::Values("opencl-3.0", "opencl-3.1", "opencl-scoped", "rc11"),
                         [](const auto& instance) {
                             std::string name = instance.param;
                             std::erase_if(name, [](char c) { return c == '-' || c == '.'; });
                             return name;
                         });

}  // namespace
}  // namespace clmm::oracle
