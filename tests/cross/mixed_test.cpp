#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <optional>

#include "candidates.h"
#include "clmm/explorer/explicit_engine.h"
#include "dice.h"
#include "reports.h"

/// Programs that access one object plainly and by atomic operations, against both readings of what
/// such an object is: an atomic object, all of whose modifications have an order, or another one,
/// of which no evaluation sees a hidden side effect. clmm takes the first one. Where no execution
/// has a data race, the two have to say the same. `CLMM_CROSS_FULL=1` takes 20,000 programs of each
/// model.
namespace clmm::oracle {
namespace {

constexpr double kMostMixedCandidates = 20'000;

/// Draws programs over x, which is mixed, and y. Most draws are of kinds that may be free of races.
class Mixture {
public:
    Mixture(std::uint64_t seed, Syntax syntax) : dice_(seed), opencl_(syntax == Syntax::opencl) {
        const bool local = opencl_ && dice_.one_in(4);
        test_.locations = {{local, opencl_ && dice_.one_in(6)}, {local, true}};
    }

    Program draw() {
        switch (dice_.below(opencl_ ? 5 : 3)) {
            case 0:
                alone();
                break;
            case 1:
                handed_over();
                break;
            case 2:
                at_random();
                break;
            default:
                around_a_barrier();
        }
        number();
        return test_;
    }

private:
    /// One thread sees what it wrote.
    void alone() { test_.threads = {thread(mixed(3 + dice_.below(2)))}; }

    /// Plain accesses before a barrier, atomic ones behind it, or the other way round.
    void around_a_barrier() {
        Access barrier;
        barrier.kind = Kind::barrier;
        barrier.global_flag = !test_.locations[0].local || dice_.one_in(2);
        barrier.local_flag = test_.locations[0].local || dice_.one_in(3);
        const bool plain_first = !dice_.one_in(3);
        for (int t = 0; t < 2; ++t) {
            std::vector<Access> body;
            const auto part = [&](bool plain) {
                if (plain && t == 1) return;
                for (std::size_t n = 1 + dice_.below(2); n > 0; --n)
                    body.push_back(plain ? access_plain() : access_atomic(0));
            };
            part(plain_first);
            body.push_back(barrier);
            part(!plain_first);
            test_.threads.push_back(thread(body));
        }
    }

    /// The first thread's accesses of x come before those of another one, which it passes y.
    void handed_over() {
        std::vector<Access> first = mixed(1 + dice_.below(2));
        Access release = access_atomic(1, Kind::store);
        release.order = dice_.one_in(5) ? Order::rlx : Order::rel;
        first.push_back(release);
        if (dice_.one_in(3)) first.push_back(access_atomic(0));
        Access acquire = access_atomic(1, Kind::load);
        acquire.order = dice_.one_in(5) ? Order::rlx : Order::acq;
        acquire.takes = 0;  // number() fills it in
        std::vector<Access> second{acquire};
        for (Access& access : mixed(1 + dice_.below(2))) {
            access.guard = Guard::taken;
            second.push_back(access);
        }
        test_.threads = {thread(first), thread(second)};
        if (dice_.one_in(3)) test_.threads.push_back(thread({access_atomic(0)}));
    }

    void at_random() {
        const std::size_t threads = 2 + (dice_.one_in(3) ? 1 : 0);
        for (std::size_t t = 0; t < threads; ++t) {
            std::vector<Access> body =
                mixed(threads == 2 ? 2 + dice_.below(2) : 1 + dice_.below(2));
            if (dice_.one_in(3)) {
                Access fence;
                fence.kind = Kind::fence;
                fence.order = dice_.one_of<Order>({Order::acq, Order::rel, Order::ar, Order::sc});
                fence.global_flag = !test_.locations[0].local;
                fence.local_flag = test_.locations[0].local;
                body.insert(body.begin() + 1, fence);
            }
            test_.threads.push_back(thread(body));
        }
    }

    [[nodiscard]] Thread thread(std::vector<Access> body) {
        Thread made;
        made.body = std::move(body);
        return made;
    }

    [[nodiscard]] std::vector<Access> mixed(std::size_t length) {
        std::vector<Access> all;
        for (std::size_t n = 0; n < length; ++n)
            all.push_back(dice_.one_in(2) ? access_plain()
                                          : access_atomic(dice_.one_in(6) ? 1 : 0));
        return all;
    }

    [[nodiscard]] Access access_plain() {
        Access access;
        access.kind = dice_.one_in(3) ? Kind::load : Kind::store;
        return access;
    }

    [[nodiscard]] Access access_atomic(int location) {
        return access_atomic(location, dice_.one_of<Kind>({Kind::load, Kind::load, Kind::store,
                                                           Kind::fetch_add, Kind::exchange}));
    }

    [[nodiscard]] Access access_atomic(int location, Kind kind) {
        Access access;
        access.kind = kind;
        access.location = location;
        const Order only = kind == Kind::load ? Order::acq : Order::rel;
        access.order = dice_.one_of<Order>({Order::rlx, Order::rlx, only, Order::sc});
        if (opencl_ && dice_.one_in(5)) access.scope = Scope::wg;
        return access;
    }

    /// Distinct values for all writes; who takes something takes what was last stored there.
    void number() {
        int value = 0;
        int passed = 0;
        for (Thread& each : test_.threads)
            for (Access& access : each.body) {
                if (writes(access.kind)) access.value = ++value;
                if (access.kind == Kind::store && access.location == 1) passed = value;
                if (access.takes) access.takes = passed;
            }
    }

    Dice dice_;
    bool opencl_;
    Program test_;
};

struct MixedSetting {
    OpenclSetting model;
    std::optional<Reading> reading;  ///< none: rc11, which asks of no object what it is
};

std::vector<MixedSetting> mixed_settings() {
    using Sc = Reading::Sc;
    return {{{"opencl-2.0", nullptr}, Reading{false, Sc::total_2_0}},
            {{"opencl-3.0", nullptr}, Reading{false, Sc::total}},
            {{"opencl-3.1", nullptr}, Reading{true, Sc::total}},
            {{"opencl-scoped", nullptr}, Reading{false, Sc::scoped, false}},
            {{"c11", nullptr, "atomic-assignment=plain"}, Reading{false, Sc::total}},
            {{"rc11", nullptr}, std::nullopt}};
}

bool is_c(const MixedSetting& setting) { return setting.model.model.ends_with("c11"); }

std::ostream& operator<<(std::ostream& out, const MixedSetting& setting) {
    return out << setting.model.model;
}

/// Empty if both readings give the answer that they must.
std::string contradiction(const Program& test, Syntax syntax, const Answer& ordered,
                          Reading reading) {
    reading.mixed = Reading::Mixed::plain_object;
    const Answer visible = opencl(test, reading);
    const bool same = visible.racy || visible.outcomes == ordered.outcomes;
    const bool is_within = std::ranges::includes(visible.outcomes, ordered.outcomes);
    if (same && is_within && !ordered.outcomes.empty()) return "";
    return "the readings differ on\n" + to_litmus(test, syntax, "mixed").text +
           "an order: " + in_words(ordered) + "\nno hidden side effect: " + in_words(visible) +
           "\n";
}

class MixedAccesses : public testing::TestWithParam<MixedSetting> {};

TEST_P(MixedAccesses, SeeNothingThatIsOverwritten) {
    const MixedSetting& setting = GetParam();
    const auto model = setting.model.load();
    ASSERT_TRUE(model) << render(model.diagnostics());
    const Syntax syntax = is_c(setting) ? Syntax::c : Syntax::opencl;
    solver::SmtEngine smt;
    explorer::ExplicitEngine searching;
    Report report;
    std::uint64_t programs = 0;
    std::uint64_t race_free = 0;
    for (std::uint64_t seed = 0; programs < limit(60, 3'000); ++seed) {
        const Program test = Mixture(seed, syntax).draw();
        if (candidate_bound(test) > kMostMixedCandidates) continue;
        ++programs;
        const Answer expected = setting.reading ? opencl(test, *setting.reading) : rc11(test);
        race_free += expected.racy ? 0 : 1;
        std::string problem = disagreement(smt, *model, test, syntax, expected);
        problem += disagreement(searching, *model, test, syntax, expected, Ask::outcomes);
        if (setting.reading) problem += contradiction(test, syntax, expected, *setting.reading);
        report.add(problem);
    }
    std::cout << programs << " programs, " << race_free << " of them without a race\n";
    report.check();
    EXPECT_GT(race_free, programs / 5);
}

INSTANTIATE_TEST_SUITE_P(Models, MixedAccesses, testing::ValuesIn(mixed_settings()),
                         [](const auto& instance) {
                             return identifier(instance.param.model.model);
                         });

}  // namespace
}  // namespace clmm::oracle
