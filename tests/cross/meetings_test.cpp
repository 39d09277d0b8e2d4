#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <utility>

#include "clmm/engines/built_in.h"
#include "clmm/enumerator/check.h"
#include "clmm/litmus/kernel_file.h"
#include "reports.h"

/// Who passes barriers and group functions, against a simulation of two work-items that arrive at
/// them: every pair of sequences of up to three calls, as threads of a litmus test and as a kernel.
/// `CLMM_CROSS_FULL=1` takes all pairs of all alphabets in place of a sample (an hour).
namespace clmm::oracle {
namespace {

/// A call that waits for a group. Calls of one class are one after another the same instances.
struct Call {
    const char* text;
    int of_class;
    bool of_sub_group;
};
using CallAlphabet = std::array<Call, 4>;
using Letters = std::vector<int>;  ///< of letters

constexpr Call kWork{"work_group_barrier(CLK_GLOBAL_MEM_FENCE);", 0, false};
constexpr Call kSub{"sub_group_barrier(CLK_GLOBAL_MEM_FENCE);", 1, true};

/// The flags say what memory is ordered, not who meets.
constexpr CallAlphabet kFlags = {kWork, kSub,
                                 Call{"work_group_barrier(CLK_LOCAL_MEM_FENCE);", 0, false},
                                 Call{"sub_group_barrier(CLK_LOCAL_MEM_FENCE);", 1, true}};
constexpr CallAlphabet kLabels = {kWork, kSub,
                                  Call{"A: work_group_barrier(CLK_GLOBAL_MEM_FENCE);", 2, false},
                                  Call{"B: sub_group_barrier(CLK_GLOBAL_MEM_FENCE);", 3, true}};
constexpr CallAlphabet kGroupFunctions = {kWork, kSub,
                                          Call{"r = work_group_reduce_add(1);", 2, false},
                                          Call{"r = sub_group_any(1);", 3, true}};

/// The n-th sequence: those of no call, of one, of two, of three.
Letters sequence(std::uint64_t n) {
    Letters letters;
    std::uint64_t length = 0;
    for (std::uint64_t count = 1; n >= count; ++length, count *= 4) n -= count;
    for (; length > 0; --length, n /= 4) letters.push_back(static_cast<int>(n % 4));
    return letters;
}
constexpr std::uint64_t kSequences = 1 + 4 + 16 + 64;

struct Pair {
    const CallAlphabet* alphabet;
    std::array<Letters, 2> units;
    bool one_sub_group;
};

/// Two calls are the same instance where these agree.
using Instance = std::pair<int, int>;

/// Threads of a litmus test count the calls of a class; work-items of a kernel are at a call of one
/// turn of a loop.
Instance instance(const Pair& pair, int unit, std::size_t place, bool as_kernel) {
    const Letters& letters = pair.units[static_cast<std::size_t>(unit)];
    if (as_kernel) return {letters[place], static_cast<int>(place)};
    const int of_class = (*pair.alphabet)[static_cast<std::size_t>(letters[place])].of_class;
    int before = 0;
    for (std::size_t i = 0; i < place; ++i)
        before += (*pair.alphabet)[static_cast<std::size_t>(letters[i])].of_class == of_class;
    return {of_class, before};
}

/// Whether all interleavings of the arrivals end with both work-items at their ends.
bool converges(const Pair& pair, bool as_kernel) {
    using State = std::pair<std::size_t, std::size_t>;
    const State end{pair.units[0].size(), pair.units[1].size()};
    std::set<State> seen{{0, 0}};
    std::vector<State> open{{0, 0}};
    while (!open.empty()) {
        const State at = open.back();
        open.pop_back();
        bool moved = false;
        const auto go = [&](std::size_t first, std::size_t second) {
            moved = true;
            if (seen.emplace(at.first + first, at.second + second).second)
                open.emplace_back(at.first + first, at.second + second);
        };
        const auto is_alone = [&](const Letters& letters, std::size_t place) {
            return place < letters.size() && !pair.one_sub_group &&
                   (*pair.alphabet)[static_cast<std::size_t>(letters[place])].of_sub_group;
        };
        if (is_alone(pair.units[0], at.first)) go(1, 0);
        if (is_alone(pair.units[1], at.second)) go(0, 1);
        if (at.first < end.first && at.second < end.second &&
            instance(pair, 0, at.first, as_kernel) == instance(pair, 1, at.second, as_kernel))
            go(1, 1);
        if (!moved && at != end) return false;
    }
    return true;
}

std::string as_litmus(const Pair& pair) {
    std::string text = "OPENCL meetings\n{ }\n";
    for (std::size_t unit = 0; unit < 2; ++unit) {
        const std::size_t sub_group = pair.one_sub_group ? 0 : unit;
        text += "P" + std::to_string(unit) + "@sg " + std::to_string(sub_group) +
                ", wg 0, dev 0 () {\n  int r = 0;\n";
        for (const int letter : pair.units[unit])
            text +=
                std::string("  ") + (*pair.alphabet)[static_cast<std::size_t>(letter)].text + "\n";
        text += "}\n";
    }
    return text + "exists (true)\n";
}

/// Both work-items at the same calls: which of them, in a turn of the loop, their codes say.
std::string as_kernel(const Pair& pair) {
    std::string text = "kernel void meetings(void) {\n  int r = 0;\n";
    std::array<std::string, 2> codes;
    for (std::size_t unit = 0; unit < 2; ++unit) {
        std::uint64_t code = 0;
        for (std::size_t i = pair.units[unit].size(); i-- > 0;)
            code = code * 8 + static_cast<std::uint64_t>(pair.units[unit][i]) + 1;
        codes[unit] = std::to_string(code);
    }
    text += "  int code = get_local_id(0) == 0 ? " + codes[0] + " : " + codes[1] + ";\n";
    text += "  for (int i = 0; i < 3; i++) {\n    int call = code % 8;\n    code = code / 8;\n";
    for (std::size_t letter = 0; letter < pair.alphabet->size(); ++letter)
        text += "    if (call == " + std::to_string(letter + 1) + ") { " +
                (*pair.alphabet)[letter].text + " }\n";
    return text + "  }\n}\n";
}

std::string verdict_of(const Result<enumerator::CheckResult>& result, bool converges,
                       bool has_outcomes) {
    if (!result) return render(result.diagnostics());
    std::string found;
    for (const model::UndefinedEntry& entry : result->answer.undefined)
        if (found.find(entry.kind) == std::string::npos) found += entry.kind;
    if (found != (converges ? "" : "barrier-divergence"))
        return "found '" + found + "', where they " + (converges ? "" : "do not ") + "converge";
    if (converges && has_outcomes && result->answer.outcomes.size() != 1)
        return result->answer.outcomes.size().to_string() + " final states";
    return {};
}

class Meetings : public testing::TestWithParam<std::pair<const char*, const CallAlphabet*>> {
protected:
    /// Calls with all pairs, or with a sample of them.
    template <class Work>
    static void for_each_pair(std::uint64_t step, const Work& work) {
        for (std::uint64_t n = 0; n < kSequences * kSequences * 2; n += step)
            work(Pair{GetParam().second,
                      {sequence(n / 2 / kSequences), sequence(n / 2 % kSequences)},
                      n % 2 == 0});
    }

    const Result<model::MemoryModel> model_ = model::shipped_model("opencl-3.0");
};

TEST_P(Meetings, ThreadsPassWhereTheSimulationDoes) {
    Report report;
    for_each_pair(limit(31, 1), [&](const Pair& pair) {
        const std::string text = as_litmus(pair);
        const auto source = std::make_shared<const Source>("meetings.litmus", text);
        const std::string problem =
            verdict_of(enumerator::check(source, *model_, {.engines = engines::built_in()}),
                       converges(pair, false), true);
        report.add(problem.empty() ? "" : problem + "\n" + text);
    });
    report.check();
}

TEST_P(Meetings, WorkItemsPassWhereTheSimulationDoes) {
    if (GetParam().second == &kLabels) GTEST_SKIP() << "calls are told apart by their places";
    Report report;
    for_each_pair(limit(43, 1), [&](const Pair& pair) {
        const std::string text = as_kernel(pair);
        const auto test = litmus::read_kernel(
            std::make_shared<const Source>("meetings.cl", text),
            {.global = {2}, .local = {2}, .sub_group_size = pair.one_sub_group ? 2U : 1U});
        ASSERT_TRUE(test) << render(test.diagnostics());
        enumerator::CheckOptions options{.engines = engines::built_in()};
        options.properties = enumerator::all_properties();
        options.outcomes = false;
        const std::string problem =
            verdict_of(enumerator::check(*test, *model_, options), converges(pair, true), false);
        report.add(problem.empty() ? "" : problem + "\n" + text);
    });
    report.check();
}

INSTANTIATE_TEST_SUITE_P(Alphabets, Meetings,
                         testing::Values(std::pair{"flags", &kFlags}, std::pair{"labels", &kLabels},
                                         std::pair{"functions", &kGroupFunctions}),
                         [](const auto& of) { return std::string(of.param.first); });

}  // namespace
}  // namespace clmm::oracle
