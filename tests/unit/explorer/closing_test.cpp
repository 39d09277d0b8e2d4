#include "closing.h"

#include <chrono>
#include <set>

#include "../bench/scaling/families.h"
#include "search_fixture.h"

namespace clmm::explorer {
namespace {

/// Executions by all that fixes them, until none is left.
std::set<std::string> executions_of(Search& search) {
    std::set<std::string> all;
    while (const auto execution = search.next({search.finished()})) {
        std::string text;
        for (const BitMatrix* relation : {&execution->reads_from, &execution->modification_order})
            relation->for_each([&](std::size_t a, std::size_t b) {
                text += std::to_string(a) + ">" + std::to_string(b) + " ";
            });
        execution->executed.for_each([&](std::size_t e) { text += std::to_string(e) + " "; });
        EXPECT_TRUE(all.insert(text).second || !execution->total_orders.empty());
        Clause other;
        for (const Lit part : search.encoding().skeleton(*execution)) other.push_back(~part);
        search.add(other);
    }
    EXPECT_FALSE(search.stopped());
    return all;
}

class Closes : public testing::TestWithParam<const char*> {};

/// The axioms are not looked at any more, and no execution is lost or won.
TEST_P(Closes, WithTheSameExecutions) {
    const std::string name = GetParam();
    for (const bool opencl : {false, true}) {
        const std::string text = bench::family_text(
            name[0], name[1] - '0', opencl ? bench::Dialect::opencl : bench::Dialect::c);
        const auto* model = opencl ? "opencl-3.0" : "rc11";
        SearchOf open(text, model);
        SearchOf closed(text, model);
        const bool closes = closed.search.close(ClosingEffort::any);
        EXPECT_EQ(closes, closed.search.is_closed());
        EXPECT_EQ(executions_of(closed.search), executions_of(open.search)) << text;
        if (!opencl) EXPECT_TRUE(closes) << text;
    }
}

/// Rings, writers that a reader orders, readers that disagree, chains; of g, cycles of reads-from
/// through both threads.
INSTANTIATE_TEST_SUITE_P(Families, Closes,
                         testing::Values("a2", "a3", "c3", "d2", "e3", "f2", "g2"),
                         [](const auto& instance) { return std::string(instance.param); });

TEST(Closing, StopsWithTheBudget) {
    SearchOf of(bench::family_text('c', 9, bench::Dialect::c), "rc11");
    Budget spent;
    spent.set_timeout(std::chrono::milliseconds(0));
    of.search.allow(spent);
    EXPECT_FALSE(of.search.close(ClosingEffort::usual));
    EXPECT_TRUE(of.search.stopped());
    // What it learnt until then holds.
    of.search.allow(Budget());
    EXPECT_TRUE(of.search.next({}));
}

}  // namespace
}  // namespace clmm::explorer
