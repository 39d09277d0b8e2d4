// Launches that are decided by parts, against the same launches as a whole: random kernels.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "clmm/engines/built_in.h"
#include "clmm/enumerator/check.h"
#include "clmm/litmus/kernel_file.h"
#include "clmm/litmus/launch_parts.h"

namespace clmm::enumerator {
namespace {

/// Programs of a few statements over arrays of six elements, for six work-items in groups of two.
class Drawn {
public:
    explicit Drawn(unsigned seed) : engine_(seed) {}

    std::string kernel() {
        std::string text =
            "kernel void k(global int* a, global int* b, global atomic_int* c, local int* t) {\n"
            "  const int i = get_global_id(0), l = get_local_id(0), g = get_group_id(0);\n";
        const unsigned count = 2 + below(3);
        for (unsigned s = 0; s < count; ++s) text += "  " + statement() + "\n";
        return text + "}\n";
    }

private:
    unsigned below(unsigned bound) { return static_cast<unsigned>(engine_() % bound); }
    std::string one_of(std::initializer_list<const char*> all) {
        return all.begin()[below(static_cast<unsigned>(all.size()))];
    }

    /// Mostly of the work-item's own, or its group's.
    std::string index() {
        return one_of({"i", "i", "i", "i", "2 * g", "2 * g + 1 - l", "(i + 1) % 6", "0", "5 - i"});
    }
    std::string value() {
        return one_of({"1", "i", "a[" , "b[", "t[l]", "t[1 - l]"});
    }
    std::string operand() {
        const std::string drawn = value();
        return drawn.ends_with("[") ? drawn + index() + "]" : drawn;
    }
    std::string atomic() {
        const std::string scope = one_of({"memory_scope_device", "memory_scope_work_group"});
        const std::string place = "&c[" + index() + "]";
        switch (below(3)) {
            case 0:
                return "atomic_store_explicit(" + place + ", 1, memory_order_release, " + scope +
                       ");";
            case 1:
                return "if (atomic_load_explicit(" + place + ", memory_order_acquire, " + scope +
                       ")) b[" + index() + "] = 3;";
            default:
                return "b[i] = atomic_fetch_add_explicit(" + place + ", 1, memory_order_" +
                       one_of({"relaxed", "acq_rel", "seq_cst"}) + ", " + scope + ");";
        }
    }
    std::string simple() {
        switch (below(6)) {
            case 0:
                return "a[" + index() + "] = " + operand() + ";";
            case 1:
                return "b[" + index() + "] = " + operand() + ";";
            case 2:
                return "t[" + one_of({"l", "l", "1 - l", "0"}) + "] = " + operand() + ";";
            case 3:
                return atomic();
            case 4:
                return "assert(" + operand() + " != " + one_of({"1", "3", "7"}) + ");";
            default:
                return "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);";
        }
    }
    std::string statement() {
        if (below(3) != 0) return simple();
        return "if (" + one_of({"l == 0", "g == 1", "i < 3", "b[i] == 0", "a[2 * g] == 1"}) +
               ") { " + simple() + " }";
    }

    std::mt19937 engine_;
};

class Launches : public ::testing::Test {
protected:
    static litmus::LitmusTest read(const std::string& text) {
        auto test = litmus::read_kernel(
            std::make_shared<Source>("k.cl", text),
            {.global = {6}, .local = {2}, .arguments = {"a[6]", "b[6]", "c[6]", "t[2]"}});
        EXPECT_TRUE(test.ok()) << render(test.diagnostics()) << text;
        return std::move(test).value();
    }

    CheckResult checked(const litmus::LitmusTest& test) const {
        auto result = check(test, model_, options_);
        EXPECT_TRUE(result.ok()) << render(result.diagnostics());
        return std::move(result).value();
    }

    /// What is refuted somewhere is, and what is verified everywhere.
    std::vector<PropertyStatus> of_parts(const litmus::LitmusTest& test,
                                         const litmus::LaunchParts& parts) const {
        std::vector<PropertyStatus> all(options_.properties.size(), PropertyStatus::verified);
        std::vector<CheckResult> known;
        for (const auto& items : parts.parts) {
            known.push_back(checked(litmus::part_of(test, items)));
            const CheckResult& own = known.back();
            for (std::size_t p = 0; p < all.size(); ++p)
                if (all[p] != PropertyStatus::refuted &&
                    own.properties[p].status != PropertyStatus::verified)
                    all[p] = own.properties[p].status;
            for (const CheckResult& other : known) expect_same_if_alike(other, own);
        }
        return all;
    }

    static void expect_same_if_alike(const CheckResult& a, const CheckResult& b) {
        if (!litmus::are_alike(a.structure, b.structure)) return;
        EXPECT_EQ(litmus::likeness(a.structure), litmus::likeness(b.structure));
        EXPECT_EQ(statuses(a), statuses(b));
    }

    static std::vector<PropertyStatus> statuses(const CheckResult& result) {
        std::vector<PropertyStatus> all;
        for (const PropertyResult& each : result.properties) all.push_back(each.status);
        return all;
    }

    model::MemoryModel model_ = std::move(model::shipped_model("opencl-3.0")).value();
    CheckOptions options_{.engines = engines::built_in(),
                          .properties = all_properties(),
                          .outcomes = false};
};

TEST_F(Launches, by_parts_are_what_they_are_as_a_whole) {
    unsigned divided = 0, refuted = 0, alike = 0;
    for (unsigned seed = 0; seed < 150; ++seed) {
        const std::string text = Drawn(seed).kernel();
        const litmus::LitmusTest test = read(text);
        const auto parts = litmus::launch_parts(test, unfold_options(model_, options_));
        ASSERT_TRUE(parts.has_value()) << text;
        if (parts->parts.size() < 2) continue;
        ++divided;
        const CheckResult whole = checked(test);
        EXPECT_EQ(statuses(whole), of_parts(test, *parts)) << text;
        if (whole.verdict == Verdict::fails) ++refuted;
        const auto first = litmus::part_of(test, parts->parts[0]);
        const auto second = litmus::part_of(test, parts->parts[1]);
        if (litmus::are_alike(checked(first).structure, checked(second).structure)) ++alike;
    }
    EXPECT_GT(divided, 40U);
    EXPECT_GT(refuted, 10U);
    EXPECT_GT(divided, refuted + 10);
    EXPECT_GT(alike, 10U);
}

TEST_F(Launches, items_of_all_parts_are_the_launch) {
    const auto parts = litmus::launch_parts(
        read("kernel void k(global int* a, global int* b, global atomic_int* c, local int* t) {\n"
             "  const int i = get_global_id(0);\n"
             "  a[i] = b[i];\n"
             "  if (i > 3) t[0] = 1;\n"
             "}\n"),
        unfold_options(model_, options_));
    ASSERT_TRUE(parts.has_value());
    EXPECT_EQ(parts->items, 6U);
    EXPECT_EQ(parts->groups, 3U);
    EXPECT_EQ(parts->events, 14U);
    using Items = std::vector<std::uint64_t>;
    EXPECT_EQ(parts->parts, (std::vector<Items>{{0}, {1}, {2}, {3}, {4, 5}}));
}

TEST_F(Launches, a_part_has_the_memory_that_it_may_access_and_no_other) {
    const litmus::LitmusTest test =
        read("kernel void k(global int* a, global int* b, global atomic_int* c, local int* t) {\n"
             "  a[get_global_id(0)] = b[get_group_id(0)];\n"
             "}\n");
    const CheckResult part = checked(litmus::part_of(test, {3}));
    std::vector<std::string> names;
    for (const litmus::Location& location : part.structure.locations)
        names.push_back(location.name);
    EXPECT_EQ(names, (std::vector<std::string>{"a[3]", "b[1]"}));
    EXPECT_EQ(part.structure.initial_count, 2U);
    EXPECT_EQ(part.structure.size(), 4U);
    EXPECT_EQ(part.structure.units.size(), 1U);
    EXPECT_EQ(part.structure.units.front().name, "k[3]");
    EXPECT_FALSE(litmus::whole_of(test).has_value());
    EXPECT_EQ(litmus::whole_of(litmus::part_of(test, {3}))->items, 6U);
}

}  // namespace
}  // namespace clmm::enumerator
