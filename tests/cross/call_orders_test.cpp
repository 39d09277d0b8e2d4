// Calls in one expression against an evaluator that takes one small step after another, whichever
// C allows; and against the union of the tests in which statements spell the orders out.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "clmm/engines/built_in.h"
#include "clmm/enumerator/check.h"
#include "reports.h"

namespace clmm::call_orders {
namespace {

using State = std::vector<std::int32_t>;
using States = std::set<State>;

struct Answer {
    States states;
    bool racy = false;
    bool complete = false;
};

Answer check_text(const std::string& text) {
    const auto model = model::shipped_model("opencl-3.0");
    const auto result = enumerator::check(std::make_shared<Source>("calls.litmus", text), *model,
                                          {.engines = engines::built_in()});
    EXPECT_TRUE(result) << text << (result ? "" : render(result.diagnostics()));
    if (!result) return {};
    Answer answer{{}, result->racy.value_or(false), result->reason.empty()};
    for (const auto& outcome : result->answer.outcomes) {
        State state;
        for (const std::uint64_t value : outcome.values)
            state.push_back(static_cast<std::int32_t>(static_cast<std::uint32_t>(value)));
        answer.states.insert(state);
    }
    return answer;
}

// ---- expressions ----

struct Node;
using Tree = std::shared_ptr<const Node>;

/// `value` n, `read` of variable n, `call` of function n with `parts[0]`, `truth` of a value, or
/// an operator of C.
struct Node {
    std::string kind;
    std::int32_t n = 0;
    std::vector<Tree> parts = {};
};

Tree node(std::string kind, std::int32_t n, std::vector<Tree> parts = {}) {
    return std::make_shared<const Node>(Node{std::move(kind), n, std::move(parts)});
}

constexpr std::array kVariables = {"a", "b"};
constexpr std::array kFunctions = {"f", "g", "h"};
const char* const kDefinitions =
    "int f(global int* a, global int* b, int v) { *a = *a * 2 + v; return *b; }\n"
    "int g(global int* a, global int* b, int v) { *b = *a + 1; return v - *b; }\n"
    "int h(global int* a, global int* b, int v) { *a = *b + v; *b = 3; return *a; }\n";

std::int32_t wrap(std::int64_t value) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
}

std::int32_t call(std::int32_t function, std::int32_t v, State& memory) {
    std::int32_t& a = memory[0];
    std::int32_t& b = memory[1];
    switch (function) {
        case 0:
            a = wrap(std::int64_t{a} * 2 + v);
            return b;
        case 1:
            b = wrap(std::int64_t{a} + 1);
            return wrap(std::int64_t{v} - b);
        default:
            a = wrap(std::int64_t{b} + v);
            b = 3;
            return a;
    }
}

std::string text_of(const Tree& tree) {
    const auto part = [&](std::size_t i) { return text_of(tree->parts[i]); };
    if (tree->kind == "value") return std::to_string(tree->n);
    if (tree->kind == "read")
        return std::string("*") + kVariables[static_cast<std::size_t>(tree->n)];
    if (tree->kind == "call")
        return std::string(kFunctions[static_cast<std::size_t>(tree->n)]) + "(a, b, " + part(0) +
               ")";
    if (tree->kind == "truth") return "!!" + part(0);
    if (tree->kind == "?") return "(" + part(0) + " ? " + part(1) + " : " + part(2) + ")";
    return "(" + part(0) + " " + tree->kind + " " + part(1) + ")";
}

// ---- small steps ----

bool is_value(const Tree& tree) { return tree->kind == "value"; }

/// Evaluates what needs no step.
Tree settled(const Tree& tree) {
    const std::string& kind = tree->kind;
    if (kind == "value" || kind == "read") return tree;
    const Tree first = settled(tree->parts[0]);
    const bool known = is_value(first);
    if (kind == "?" && known) return settled(tree->parts[first->n != 0 ? 1 : 2]);
    if (kind == "," && known) return settled(tree->parts[1]);
    if (kind == "truth" && known) return node("value", first->n != 0 ? 1 : 0);
    if ((kind == "&&" || kind == "||") && known)
        return (first->n != 0) == (kind == "||") ? node("value", first->n != 0 ? 1 : 0)
                                                 : settled(node("truth", 0, {tree->parts[1]}));
    if (kind == "+" || kind == "-" || kind == "*") {
        const Tree second = settled(tree->parts[1]);
        if (!known || !is_value(second)) return node(kind, 0, {first, second});
        const std::int64_t a = first->n;
        const std::int64_t b = second->n;
        return node("value", wrap(kind == "+" ? a + b : kind == "-" ? a - b : a * b));
    }
    std::vector<Tree> parts = tree->parts;
    parts[0] = first;
    return node(kind, tree->n, parts);
}

struct Configuration {
    Tree tree;
    State memory;
};

/// All that may come next: a read, or a whole call whose argument is known.
std::vector<Configuration> steps(const Configuration& from) {
    const Tree& tree = from.tree;
    if (is_value(tree)) return {};
    if (tree->kind == "read")
        return {{node("value", from.memory[static_cast<std::size_t>(tree->n)]), from.memory}};
    if (tree->kind == "call" && is_value(tree->parts[0])) {
        State memory = from.memory;
        const std::int32_t result = call(tree->n, tree->parts[0]->n, memory);
        return {{node("value", result), memory}};
    }
    const bool any = tree->kind == "+" || tree->kind == "-" || tree->kind == "*";
    std::vector<Configuration> all;
    for (std::size_t i = 0; i < (any ? 2 : 1); ++i)
        for (const Configuration& next : steps({tree->parts[i], from.memory})) {
            std::vector<Tree> parts = tree->parts;
            parts[i] = next.tree;
            all.push_back({node(tree->kind, tree->n, parts), next.memory});
        }
    return all;
}

/// r, a and b in the order in which clmm lists them.
States states_of(const Tree& tree, const State& memory) {
    States states;
    std::set<std::pair<std::string, State>> seen;
    std::vector<Configuration> open{{settled(tree), memory}};
    while (!open.empty()) {
        const Configuration here = open.back();
        open.pop_back();
        const std::string shape = here.tree->kind + text_of(here.tree);
        if (!seen.insert({shape, here.memory}).second) continue;
        if (is_value(here.tree)) states.insert({here.tree->n, here.memory[0], here.memory[1]});
        for (const Configuration& next : steps(here))
            open.push_back({settled(next.tree), next.memory});
    }
    return states;
}

class Generator {
public:
    explicit Generator(unsigned seed) : random_(seed) {}
    int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

    /// With so many calls.
    Tree expression(int calls) {
        if (calls == 0) {
            if (reads_ < 2 && below(2) == 0) {
                ++reads_;
                return node("read", below(2));
            }
            return node("value", below(4));
        }
        if (calls == 1 && below(2) == 0) return node("call", below(3), {expression(0)});
        const int kind = below(20);
        if (kind < 4) return node("call", below(3), {expression(calls - 1)});
        const int left = below(calls + 1);
        const int right = calls - left;
        if (kind < 16) {
            const char* const operators[] = {"+", "-", "*", ",", "&&", "||"};
            const char* op = operators[kind < 13 ? kind % 3 : kind - 10];
            Tree first = expression(left);
            return node(op, 0, {first, expression(right)});
        }
        const int yes = below(right + 1);
        Tree condition = expression(left);
        Tree when_true = expression(yes);
        return node("?", 0, {condition, when_true, expression(right - yes)});
    }

private:
    std::mt19937 random_;
    int reads_ = 0;
};

TEST(CallOrders, AgreeWithSmallSteps) {
    std::size_t several = 0;
    std::size_t complete = 0;
    // Seed 5 alone takes half a minute.
    const std::uint64_t first = oracle::limit(6, 1);
    const std::uint64_t tests = oracle::limit(15, 200);
    for (std::uint64_t seed = first; seed < first + tests; ++seed) {
        Generator generate(static_cast<unsigned>(seed));
        const Tree tree = generate.expression(2 + generate.below(8) / 4 + generate.below(8) / 6);
        const State memory{generate.below(3), generate.below(3)};
        const std::string text =
            "OPENCL calls\n{ int a=" + std::to_string(memory[0]) +
            "; int b=" + std::to_string(memory[1]) + "; }\n" + kDefinitions +
            "P0@wg 0, dev 0 (global int* a, global int* b) {\n  int r = " + text_of(tree) +
            ";\n}\nlocations [0:r; a; b;]\n";
        const Answer answer = check_text(text);
        const States wanted = states_of(tree, memory);
        if (answer.complete) {
            ++complete;
            EXPECT_EQ(answer.states, wanted) << text;
        } else {
            EXPECT_TRUE(std::ranges::includes(wanted, answer.states)) << text;
        }
        EXPECT_FALSE(answer.racy) << text;
        if (wanted.size() > 1) ++several;
    }
    EXPECT_GT(several, tests / 3);
    EXPECT_GT(complete, tests * 9 / 10);
}

// ---- two threads ----

std::string random_call(Generator& generate) {
    const std::string x = generate.below(2) == 0 ? "x" : "y";
    const std::array orders = {"relaxed", "acquire", "release", "seq_cst"};
    const auto order = [&](int first, int second) {
        const std::array choice = {first, second, 3};
        return std::string("memory_order_") +
               orders[static_cast<std::size_t>(
                   choice[static_cast<std::size_t>(generate.below(3))])] +
               ", memory_scope_device)";
    };
    switch (generate.below(4)) {
        case 0:
            return "atomic_load_explicit(" + x + ", " + order(0, 1);
        case 1:
            return "atomic_exchange_explicit(" + x + ", 1, " + order(0, 2);
        case 2:
            return "twice(" + x + ", data)";
        default:
            return "publish(" + x + ", data)";
    }
}

std::string two_threads(const std::string& first, const std::string& second) {
    return "OPENCL calls\n{ [x]=0; [y]=0; int data=0; }\n"
           "int twice(global atomic_int* x, global int* data) {\n"
           "  int old = atomic_load_explicit(x, memory_order_acquire, memory_scope_device);\n"
           "  return old == 1 ? *data : old; }\n"
           "int publish(global atomic_int* x, global int* data) {\n"
           "  *data = 2;\n"
           "  atomic_store_explicit(x, 1, memory_order_release, memory_scope_device);\n"
           "  return 0; }\n"
           "P0@wg 0, dev 0 (global atomic_int* x, global atomic_int* y, global int* data) {\n" +
           first +
           "}\nP1@wg 1, dev 0 (global atomic_int* x, global atomic_int* y, global int* data) {\n" +
           second + "}\nlocations [0:r; 1:s; x; y; data;]\n";
}

std::string in_one_expression(const std::vector<std::string>& calls, const std::string& result) {
    std::string text = calls[0];
    for (std::size_t i = 1; i < calls.size(); ++i) text = "(" + text + ") * 4 + " + calls[i];
    return "  int " + result + " = " + text + ";\n";
}

/// Each call in a statement of its own, in this order; then the expression of their values.
std::string spelled_out(const std::vector<std::string>& calls, const std::vector<int>& order,
                        const std::string& result) {
    std::string text;
    for (const int i : order)
        text += "  int t" + std::to_string(i) + " = " + calls[static_cast<std::size_t>(i)] + ";\n";
    std::vector<std::string> values;
    for (std::size_t i = 0; i < calls.size(); ++i) values.push_back("t" + std::to_string(i));
    return text + in_one_expression(values, result);
}

TEST(CallOrders, AreTheUnionOfSpelledOutOrders) {
    std::size_t racy = 0;
    std::size_t orders_matter = 0;
    for (unsigned seed = 1; seed <= 30; ++seed) {
        Generator generate(seed + 1000);
        std::vector<std::string> calls;
        const int count = seed % 8 == 0 ? 3 : 2;
        for (int i = 0; i < count; ++i) calls.push_back(random_call(generate));
        const std::vector<std::string> others{random_call(generate), random_call(generate)};
        const std::string second = spelled_out(others, {0, 1}, "s");
        const Answer answer = check_text(two_threads(in_one_expression(calls, "r"), second));
        ASSERT_TRUE(answer.complete);
        States wanted;
        bool wanted_race = false;
        std::vector<int> order;
        for (int i = 0; i < count; ++i) order.push_back(i);
        std::size_t largest = 0;
        do {
            const Answer one = check_text(two_threads(spelled_out(calls, order, "r"), second));
            wanted.insert(one.states.begin(), one.states.end());
            wanted_race = wanted_race || one.racy;
            largest = std::max(largest, one.states.size());
        } while (std::ranges::next_permutation(order).found);
        const std::string text = two_threads(in_one_expression(calls, "r"), second);
        EXPECT_EQ(answer.states, wanted) << text;
        EXPECT_EQ(answer.racy, wanted_race) << text;
        if (wanted_race) ++racy;
        if (wanted.size() > largest) ++orders_matter;
    }
    EXPECT_GT(racy, 2U);
    EXPECT_GT(orders_matter, 5U);
}

}  // namespace
}  // namespace clmm::call_orders
