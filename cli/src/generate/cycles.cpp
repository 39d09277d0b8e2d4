#include "generate/cycles.h"

#include <algorithm>
#include <memory>
#include <set>

#include "clmm/base/edit_distance.h"
#include "clmm/base/reject.h"
#include "clmm/generator/canonical.h"

namespace clmm::cli {
namespace {

using suites::Cycle;

constexpr std::size_t kMostTests = 100'000;

Diagnostic unknown_family(const std::string& name) {
    std::string all, closest;
    std::size_t least = 3;
    for (const auto& [known, cycle] : suites::families()) {
        all.append(all.empty() ? "" : ", ").append(known);
        if (const std::size_t distance = edit_distance(name, known); distance < least) {
            least = distance;
            closest = known;
        }
    }
    return selection(
        "there is no family " + quote(name),
        (closest.empty() ? "" : "did you mean " + quote(closest) + "? ") + "There are " + all);
}

class Tests {
public:
    explicit Tests(const GenerateSetup& setup) : setup_(setup) {}

    Result<std::vector<CycleOfTest>> operator()() {
        using Made = Result<std::vector<CycleOfTest>>;
        find_cycles();
        if (!problems_.empty()) return Made::failure(problems_);
        for (const Cycle& each : cycles_) {
            for (const auto scope : setup_.space().scopes) {
                defaults_.scope = scope;
                with_orders(each, 0);
            }
            if (!problems_.empty()) return Made::failure(problems_);
        }
        return std::move(made_);
    }

private:
    void find_cycles() {
        const GenerateArguments& arguments = setup_.arguments();
        defaults_.dialect = setup_.space().dialect;
        for (const std::string& each : arguments.cycles) read(each, "cycle");
        for (const std::string& each : arguments.families) {
            bool is_known = false;
            for (const auto& [name, cycle] : suites::families())
                if (each == name || each == "all") {
                    read(std::string(cycle), std::string(name));
                    is_known = true;
                }
            if (!is_known) problems_.push_back(unknown_family(each));
        }
        if (arguments.relaxations.empty()) return;
        const auto edges = suites::read_relaxations(
            std::make_shared<Source>("relaxations", arguments.relaxations));
        if (!edges) return add(edges.diagnostics());
        for (Cycle& each :
             suites::cycles_of(*edges, setup_.space().accesses, setup_.space().threads))
            cycles_.push_back(std::move(each));
    }

    void read(const std::string& text, const std::string& name) {
        auto cycle = suites::read_cycle(std::make_shared<Source>(name, text));
        if (!cycle) return add(cycle.diagnostics());
        cycles_.push_back(std::move(cycle).value());
    }

    void add(const Diagnostics& problems) {
        problems_.insert(problems_.end(), problems.begin(), problems.end());
    }

    /// Every access that has no order of its own has each of those that were asked for.
    void with_orders(const Cycle& cycle, std::size_t at) {
        if (!problems_.empty()) return;
        if (at == cycle.edges.size()) return make(cycle);
        if (!setup_.arguments().has_orders || cycle.accesses[at].order ||
            cycle.accesses[at].is_plain)
            return with_orders(cycle, at + 1);
        for (const auto order : cycle.edges[at].from == 'R' ? setup_.space().load_orders
                                                            : setup_.space().store_orders) {
            Cycle more = cycle;
            more.accesses[at].order = order;
            with_orders(more, at + 1);
        }
    }

    void make(const Cycle& cycle) {
        auto test = suites::test_of(cycle, defaults_);
        // Of those that are only tried, some have threads that cannot be where they are to be.
        if (!test) return cycle.source ? add(test.diagnostics()) : void();
        if (!known_.insert(generator::canonical_text(test->program, test->state)).second) return;
        if (made_.size() == kMostTests)
            return add({selection("these are more than " + std::to_string(kMostTests) + " tests",
                                  "fewer --orders, a smaller --size")});
        made_.push_back({std::move(test).value(), suites::to_text(cycle)});
    }

    const GenerateSetup& setup_;
    suites::CycleDefaults defaults_;
    std::vector<Cycle> cycles_;
    std::set<std::string> known_;
    std::vector<CycleOfTest> made_;
    Diagnostics problems_;
};

}  // namespace

Result<std::vector<CycleOfTest>> tests_of_cycles(const GenerateSetup& setup) {
    return Tests(setup)();
}

}  // namespace clmm::cli
