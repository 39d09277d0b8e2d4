// Launches that are decided by parts, against the same launches as a whole: random kernels,
// $CLMM_CROSS_TESTS of them.
#include <gtest/gtest.h>

#include <cstdlib>
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
    std::string value() { return one_of({"1", "i", "a[", "b[", "t[l]", "t[1 - l]"}); }
    std::string operand() {
        const std::string drawn = value();
        return drawn.ends_with("[") ? drawn + index() + "]" : drawn;
    }
    std::string atomic() {
        const std::string scope = one_of({"memory_scope_device", "memory_scope_work_group"});
        const std::string place = "&c[" + index() + "]";
        switch (below(4)) {
            case 0:
                return "atomic_store_explicit(" + place + ", 1, memory_order_release, " + scope +
                       ");";
            case 1:
                return "if (atomic_load_explicit(" + place + ", memory_order_acquire, " + scope +
                       ")) b[" + index() + "] = 3;";
            case 2:
                return "atomic_fetch_add_explicit(&c[" + one_of({"0", "0", "g"}) +
                       "], 1, memory_order_relaxed, " + scope + ");";
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

    /// How many parts a kernel's six work-items in three groups are.
    std::size_t count(const std::string& body) const {
        const auto parts = litmus::launch_parts(
            read("kernel void k(global int* a, global int* b, global atomic_int* c, local int* t) {"
                 " const int i = get_global_id(0); " +
                 body + " }"),
            unfold_options(model_, options_));
        EXPECT_TRUE(parts.has_value()) << body;
        return parts ? parts->parts.size() : 0;
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

    std::vector<model::MemoryModel> models_{*model::shipped_model("opencl-3.0"),
                                            *model::shipped_model("opencl-3.1"),
                                            *model::shipped_model("opencl-scoped")};
    model::MemoryModel model_ = models_.front();
    CheckOptions options_{
        .engines = engines::built_in(), .properties = all_properties(), .outcomes = false};
};

TEST_F(Launches, by_parts_are_what_they_are_as_a_whole) {
    const char* wanted = std::getenv("CLMM_CROSS_TESTS");
    const std::size_t count_of_tests = wanted != nullptr ? std::stoul(wanted) : 90;
    std::size_t divided = 0, refuted = 0, alike = 0;
    for (unsigned seed = 0; seed < count_of_tests; ++seed) {
        model_ = models_[seed % models_.size()];
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
    EXPECT_GT(divided, count_of_tests / 4);
    EXPECT_GT(refuted, count_of_tests / 10);
    EXPECT_GT(divided, refuted + count_of_tests / 10);
    EXPECT_GT(alike, count_of_tests / 10);
}

TEST_F(Launches, fall_apart_where_memory_and_barriers_let_them) {
    EXPECT_EQ(count("a[i] = b[0];"), 6U);
    EXPECT_EQ(count("a[i] = b[0]; if (i == 5) b[0] = 1;"), 1U);
    EXPECT_EQ(count("a[b[i]] = 1;"), 1U);
    EXPECT_EQ(count("t[0] = a[i];"), 3U);
    EXPECT_EQ(count("if (i == 1) barrier(CLK_LOCAL_MEM_FENCE);"), 5U);
    EXPECT_EQ(count("a[i] = work_group_any(b[i]);"), 3U);
    EXPECT_EQ(count("((global char*)(a + i))[3] = 1;"), 6U);
    EXPECT_EQ(count("((global char*)(a + i))[i == 5 ? 3 : 4] = 1; a[i] = 0;"), 1U);
    EXPECT_EQ(count("((global char*)a)[4 * i] = 1; ((global char*)a)[4 * i + 1] = 1;"), 6U);
}

TEST_F(Launches, fall_apart_where_they_only_count) {
    const auto add = [](const std::string& place, const std::string& value,
                        const std::string& how) {
        return "atomic_fetch_add_explicit(&c[" + place + "], " + value + ", memory_order_" + how +
               ")";
    };
    const std::string counting = add("0", "1", "relaxed, memory_scope_device");
    EXPECT_EQ(count(counting + ";"), 6U);
    EXPECT_EQ(count("atomic_add(&a[b[i]], 2);"), 6U);
    EXPECT_EQ(count(add("0", add("1", "1", "relaxed"), "relaxed") + ";"), 6U);
    EXPECT_EQ(count(counting + "; barrier(CLK_GLOBAL_MEM_FENCE);"), 3U);
    EXPECT_EQ(count("a[i] = " + counting + ";"), 1U);
    EXPECT_EQ(count("if (" + counting + " == 3) a[i] = 1;"), 1U);
    EXPECT_EQ(count("assert(" + counting + " < 6);"), 1U);
    EXPECT_EQ(count(add("1", counting, "relaxed") + "; if (i == 0) a[0] = c[1];"), 1U);
    EXPECT_EQ(count(counting + "; if (i == 4) atomic_store_explicit(c, 0, memory_order_relaxed);"),
              1U);
    EXPECT_EQ(count(add("0", "1", "acq_rel, memory_scope_device") + ";"), 1U);
    EXPECT_EQ(count(add("0", "1", "relaxed, memory_scope_work_group") + ";"), 1U);
    EXPECT_EQ(count(counting + "; if (i == 0) " +
                    add("0", "1", "relaxed, memory_scope_work_group") + ";"),
              1U);
    EXPECT_EQ(count(counting + "; atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, "
                               "memory_order_release, memory_scope_device);"),
              1U);
    EXPECT_EQ(count(counting + "; work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);"),
              1U);
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
    using Items = std::vector<std::uint64_t>;
    EXPECT_EQ(parts->parts, (std::vector<Items>{{0}, {1}, {2}, {3}, {4, 5}}));
}

TEST_F(Launches, a_part_has_the_memory_that_it_may_access_and_no_other) {
    const litmus::LitmusTest test = read(
        "kernel void k(global int* a, global int* b, global atomic_int* c, local int* t) {\n"
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
