#include "clmm/enumerator/repair.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "clmm/engines/built_in.h"

namespace clmm::enumerator {
namespace {

using litmus::Changes;

const model::MemoryModel& model_named(const std::string& name) {
    static std::map<std::string, model::MemoryModel> models;
    auto found = models.find(name);
    if (found == models.end())
        found = models.emplace(name, model::shipped_model(name).value()).first;
    return found->second;
}

litmus::LitmusTest read(const std::string& text) {
    return litmus::read_test(std::make_shared<Source>("t.litmus", text)).value();
}

RepairResult repaired(const std::string& text,
                      const RepairOptions& options = {.check = {.engines = engines::built_in()}},
                      const std::string& model = "opencl-3.0") {
    auto result = repair(read(text), model_named(model), options);
    EXPECT_TRUE(result.ok()) << render(result.diagnostics());
    return std::move(result).value();
}

/// `memory_order_relaxed > memory_order_release, …` of each repair, a line each.
std::string told(const RepairResult& result) {
    std::string text;
    for (const Repair& repair : result.repairs) {
        for (const litmus::Change& change : repair.changes) {
            const litmus::ChangePlace& place = result.space->places()[change.place];
            text += place.text + ">" + place.texts[change.level] + " ";
        }
        text += "\n";
    }
    return text;
}

std::string message_passing(const std::string& store, const std::string& load,
                            const std::string& condition = "exists (1:v=0)") {
    return "OPENCL mp\n{ [d]=0; [f]=0; }\n"
           "P0@wg 0, dev 0 (global int* d, global atomic_int* f) {\n"
           "  *d = 1;\n  atomic_store_explicit(f, 1, " +
           store +
           ");\n}\n"
           "P1@wg 1, dev 0 (global int* d, global atomic_int* f) {\n"
           "  int v = 1;\n  if (atomic_load_explicit(f, " +
           load + ") == 1) { v = *d; }\n}\n" + condition + "\n";
}
const std::string kRelaxed = "memory_order_relaxed, memory_scope_device";
const std::string kRelease = "memory_order_release, memory_scope_device";
const std::string kAcquire = "memory_order_acquire, memory_scope_device";

std::string store_buffering(const std::string& quantifier = "exists (0:r=0 /\\ 1:r=0)") {
    std::string text = "OPENCL sb\n{ [x]=0; [y]=0; }\n";
    for (const auto& [unit, mine, other] : {std::tuple("P0@wg 0", "x", "y"), {"P1@wg 1", "y", "x"}})
        text += std::string(unit) +
                ", dev 0 (global atomic_int* x, global atomic_int* y) {\n"
                "  atomic_store_explicit(" +
                mine + ", 1, " + kRelaxed + ");\n  int r = atomic_load_explicit(" + other + ", " +
                kRelaxed + ");\n}\n";
    return text + quantifier + "\n";
}

TEST(Repair, FindsTheWeakestOrders) {
    const RepairResult result = repaired(message_passing(kRelaxed, kRelaxed));
    EXPECT_EQ(result.goal, RepairGoal::race_free);
    EXPECT_TRUE(result.is_proved());
    const std::string text = told(result);
    EXPECT_EQ(text.substr(0, text.find('\n')),
              "memory_order_relaxed>memory_order_release "
              "memory_order_relaxed>memory_order_acquire ");
    EXPECT_EQ(result.repairs.front().weaker, 2U);
    EXPECT_TRUE(result.undecided.empty());
    const auto again = check(std::make_shared<Source>("r", result.repairs.front().text),
                             model_named("opencl-3.0"), {.engines = engines::built_in()});
    EXPECT_EQ(again->racy, false);
    EXPECT_FALSE(again->answer.outcomes.empty());
}

TEST(Repair, AWiderScopeHasToMatchItsPartner) {
    const std::string narrow = "memory_order_release, memory_scope_work_group";
    const RepairResult both =
        repaired(message_passing(narrow, "memory_order_acquire, memory_scope_work_group"));
    EXPECT_EQ(told(both),
              "memory_scope_work_group>memory_scope_device "
              "memory_scope_work_group>memory_scope_device \n");
    const RepairResult one = repaired(message_passing(narrow, kAcquire));
    EXPECT_EQ(told(one), "memory_scope_work_group>memory_scope_device \n");
}

TEST(Repair, NothingToRepair) {
    const RepairResult result = repaired(message_passing(kRelease, kAcquire));
    EXPECT_FALSE(result.goal);
    EXPECT_TRUE(result.unknown.empty());
    EXPECT_EQ(result.checked, 0U);
}

TEST(Repair, AReachableConditionIsForbiddenWhereThereIsNoRace) {
    const RepairResult result = repaired(store_buffering());
    EXPECT_EQ(result.goal, RepairGoal::forbid);
    ASSERT_EQ(result.repairs.size(), 1U);
    const auto again = check(std::make_shared<Source>("r", result.repairs.front().text),
                             model_named("opencl-3.0"), {.engines = engines::built_in()});
    EXPECT_EQ(allowed(again->answer), false);
}

TEST(Repair, OfAForallTheOtherStatesAreForbidden) {
    const RepairResult result = repaired(store_buffering("forall (0:r=1 \\/ 1:r=1)"));
    EXPECT_EQ(result.goal, RepairGoal::forbid);
    EXPECT_EQ(told(result), told(repaired(store_buffering())));
}

TEST(Repair, TheGoalMayBeChosen) {
    const RepairOptions forbid{.goal = RepairGoal::forbid,
                               .check = {.engines = engines::built_in()}};
    EXPECT_EQ(repaired(message_passing(kRelaxed, kRelaxed), forbid).goal, RepairGoal::forbid);
    const RepairOptions race_free{.goal = RepairGoal::race_free,
                                  .check = {.engines = engines::built_in()}};
    EXPECT_FALSE(repaired(store_buffering(), race_free).goal);
    EXPECT_FALSE(repaired(message_passing(kRelease, kAcquire), forbid).goal);
}

TEST(Repair, ForbiddingNeedsACondition) {
    const auto result =
        repair(read(message_passing(kRelaxed, kRelaxed, "")), model_named("opencl-3.0"),
               {.goal = RepairGoal::forbid, .check = {.engines = engines::built_in()}});
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.diagnostics().front().code, "E-REPAIR");
}

TEST(Repair, TheLimitOfChangesIsKept) {
    const RepairResult result =
        repaired(message_passing(kRelaxed, kRelaxed),
                 {.most_changes = 1, .check = {.engines = engines::built_in()}});
    EXPECT_TRUE(result.repairs.empty());
    EXPECT_TRUE(result.is_proved());
    EXPECT_GT(result.checked, 0U);
}

/// What makes every execution go away repairs nothing.
TEST(Repair, KeepsAnExecution) {
    // Without the race's execution the filter leaves none.
    const RepairResult result =
        repaired(message_passing(kRelaxed, kRelaxed, "filter (1:v=0)\nexists (1:v=0)"));
    EXPECT_TRUE(result.repairs.empty());
}

TEST(Repair, ASpentBudgetProvesNothing) {
    RepairOptions options{.check = {.engines = engines::built_in()}};
    auto interrupted = std::make_shared<std::atomic<bool>>(false);
    options.check.budget.set_interrupt(interrupted);
    const RepairResult whole = repaired(message_passing(kRelaxed, kRelaxed), options);
    EXPECT_TRUE(whole.is_proved());
    options.check.timeout = std::chrono::milliseconds(15);
    const RepairResult some = repaired(store_buffering(), options);
    EXPECT_FALSE(some.is_proved());
    EXPECT_TRUE(!some.stopped.empty() || !some.unknown.empty());
}

constexpr const char* kLock =
    "OPENCL lock\n{ [d]=0; [l]=0; }\n"
    "P0@wg 0, dev 0 (global int* d, global atomic_int* l) {\n"
    "  while (atomic_exchange_explicit(l, 1, memory_order_relaxed)) {}\n  *d = 1;\n"
    "  atomic_store_explicit(l, 0, memory_order_release);\n}\n"
    "P1@wg 1, dev 0 (global int* d, global atomic_int* l) {\n"
    "  while (atomic_exchange_explicit(l, 1, memory_order_acquire)) {}\n  *d = 2;\n"
    "  atomic_store_explicit(l, 0, memory_order_release);\n}\nexists (d=1)\n";

TEST(Repair, WhatALoopsBoundLeavesOpenIsUndecided) {
    const RepairResult result = repaired(kLock);
    EXPECT_TRUE(result.repairs.empty());
    EXPECT_FALSE(result.is_proved());
    ASSERT_FALSE(result.undecided.empty());
    const litmus::Change first = result.undecided.front().changes.front();
    EXPECT_EQ(result.space->places()[first.place].texts[first.level], "memory_order_acquire");
    EXPECT_NE(result.undecided.front().reason.find("--unroll"), std::string::npos);
}

/// All sets of up to two changes, each decided by a check and by nothing else.
std::set<Changes> naive_repairs(const RepairResult& result, const model::MemoryModel& model,
                                const RepairOptions& options) {
    const litmus::ChangeSpace& space = *result.space;
    std::vector<litmus::Change> all;
    for (std::size_t place = 0; place < space.places().size(); ++place)
        for (std::size_t level = 0; level < space.places()[place].texts.size(); ++level)
            all.push_back({place, level});
    const auto is_enough = [&](const Changes& changes) {
        if (!space.admissible(changes)) return false;
        const auto changed =
            check(std::make_shared<Source>("c", space.apply(changes).text), model, options.check);
        EXPECT_TRUE(changed.ok());
        const bool reached = result.goal == RepairGoal::race_free
                                 ? changed->racy == false
                                 : allowed(changed->answer) == false && changed->racy == false;
        return reached && !changed->answer.outcomes.empty();
    };
    std::vector<Changes> enough;
    for (const litmus::Change change : all)
        if (is_enough({change})) enough.push_back({change});
    if (enough.empty() && options.most_changes > 1)
        for (const litmus::Change a : all)
            for (const litmus::Change b : all)
                if (a.place < b.place && is_enough({a, b})) enough.push_back({a, b});
    std::set<Changes> minimal;
    for (const Changes& one : enough)
        if (std::ranges::none_of(enough, [&](const Changes& other) {
                return other != one && space.weaker_or_equal(other, one);
            }))
            minimal.insert(one);
    return minimal;
}

void compare_with_naive(const std::string& text, const std::string& model,
                        const RepairOptions& options = {
                            .check = {.engines = engines::built_in()}}) {
    const RepairResult result = repaired(text, options, model);
    ASSERT_TRUE(result.goal) << text;
    EXPECT_TRUE(result.is_proved());
    std::set<Changes> found;
    for (const Repair& repair : result.repairs) found.insert(repair.changes);
    EXPECT_EQ(found, naive_repairs(result, model_named(model), options)) << model << "\n" << text;
}

/// Small tests in C have few enough changes to try all pairs.
std::string in_c(const std::string& first, const std::string& second,
                 const std::string& condition) {
    return "C t\n{ x = 0; y = 0; }\nP0 (int* d, atomic_int* x, atomic_int* y) {\n" + first +
           "\n}\nP1 (int* d, atomic_int* x, atomic_int* y) {\n" + second + "\n}\n" + condition +
           "\n";
}

TEST(RepairAgainstNaive, MessagePassing) {
    const std::string text =
        in_c("  *d = 1;\n  atomic_store_explicit(x, 1, memory_order_relaxed);",
             "  int v = 1;\n  if (atomic_load_explicit(x, memory_order_relaxed)) v = *d;",
             "exists (1:v=0)");
    compare_with_naive(text, "rc11");
}

TEST(RepairAgainstNaive, StoreBuffering) {
    const std::string text = in_c(
        "  atomic_store_explicit(x, 1, memory_order_relaxed);\n"
        "  int r = atomic_load_explicit(y, memory_order_relaxed);",
        "  atomic_store_explicit(y, 1, memory_order_relaxed);\n"
        "  int r = atomic_load_explicit(x, memory_order_relaxed);",
        "exists (0:r=0 /\\ 1:r=0)");
    compare_with_naive(text, "c11");
}

TEST(RepairAgainstNaive, LoadBufferingOutOfThinAir) {
    const std::string text = in_c(
        "  int r = atomic_load_explicit(x, memory_order_relaxed);\n"
        "  atomic_store_explicit(y, r, memory_order_relaxed);",
        "  int r = atomic_load_explicit(y, memory_order_relaxed);\n"
        "  atomic_store_explicit(x, 1, memory_order_relaxed);",
        "exists (0:r=1 /\\ 1:r=1)");
    compare_with_naive(text, "c11");
    RepairOptions options{.check = {.engines = engines::built_in()}};
    options.check.forbid_thin_air = model::ThinAir::dependency;
    compare_with_naive(text, "c11", options);
}

TEST(RepairAgainstNaive, ScopesAndTotalOrdersSingly) {
    // One unit is sequentially consistent: the other needs a fence, or more under opencl-2.0.
    const std::string text =
        "OPENCL t\n{ [x]=0; [y]=0; }\n"
        "P0@wg 0, dev 0 (global atomic_int* x, global atomic_int* y) {\n"
        "  atomic_store(x, 1);\n  int r = atomic_load(y);\n}\n"
        "P1@wg 1, dev 0 (global atomic_int* x, global atomic_int* y) {\n"
        "  atomic_store_explicit(y, 1, memory_order_relaxed, memory_scope_device);\n"
        "  int r = atomic_load_explicit(x, memory_order_relaxed, memory_scope_device);\n}\n"
        "exists (0:r=0 /\\ 1:r=0)\n";
    for (const char* model : {"opencl-3.0", "opencl-3.1", "opencl-2.0", "opencl-scoped"})
        compare_with_naive(text, model,
                           {.most_changes = 1, .check = {.engines = engines::built_in()}});
}

}  // namespace
}  // namespace clmm::enumerator
