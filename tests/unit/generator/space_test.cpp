#include "clmm/generator/space.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace clmm::generator {
namespace {

/// Counts of an independent enumerator: kinds R, W and RMW, at most three threads, each location
/// used by two threads and written.
TEST(Space, ShapesAreAsManyAsElsewhere) {
    EXPECT_EQ(count_shapes(2, 3), 5U);
    EXPECT_EQ(count_shapes(3, 3), 35U);
    EXPECT_EQ(count_shapes(4, 3), 311U);
    EXPECT_EQ(count_shapes(5, 3), 3499U);
}

/// A statement with its location renamed, without its register and value, which follow from the
/// rest.
std::string words(const Statement& each, std::map<std::string, std::string>& names,
                  const std::map<std::string, bool>& is_plain) {
    std::string text =
        std::to_string(static_cast<int>(each.kind)) + std::to_string(static_cast<int>(each.order)) +
        std::to_string(static_cast<int>(each.modification)) + (each.result.empty() ? "u" : "r");
    if (each.location.empty()) return text + ";";
    const auto [found, is_new] = names.try_emplace(each.location, std::to_string(names.size()));
    return text + "@" + found->second + (is_plain.at(each.location) ? "p" : "a") + ";";
}

/// The least text of a straight program over all orders of its threads.
std::string canonical(const std::vector<std::vector<Statement>>& threads,
                      const std::map<std::string, bool>& is_plain) {
    std::vector<std::size_t> order(threads.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::string least;
    do {
        std::map<std::string, std::string> names;
        std::string text;
        for (const std::size_t thread : order) {
            for (const Statement& each : threads[thread]) text += words(each, names, is_plain);
            text += "|";
        }
        if (least.empty() || text < least) least = text;
    } while (std::ranges::next_permutation(order).found);
    return least;
}

/// All programs with exactly three accesses that are straight on, by loops over everything: who
/// runs each access, what it is, where it goes, which fence stands before it.
class Naive {
public:
    explicit Naive(const Space& space) : space_(space) {}

    std::set<std::string> operator()() {
        accesses({}, {}, {});
        return std::move(found_);
    }

private:
    void accesses(std::vector<Statement> made, std::vector<std::size_t> owners,
                  std::vector<int> fences) {
        if (made.size() == 3) return check(made, owners, fences);
        for (std::size_t owner = 0; owner < 3; ++owner)
            for (const char* location : {"x", "y"})
                for (int fence = -1; fence < static_cast<int>(space_.fence_orders.size()); ++fence)
                    for (const Statement& each : forms()) {
                        auto more = made;
                        more.push_back(each);
                        more.back().location = location;
                        auto their = owners;
                        their.push_back(owner);
                        auto before = fences;
                        before.push_back(fence);
                        accesses(more, their, before);
                    }
    }

    [[nodiscard]] std::vector<Statement> forms() const {
        std::vector<Statement> all;
        for (const MemoryOrder order : space_.load_orders)
            all.push_back({.kind = Kind::load, .order = order, .result = "r"});
        for (const MemoryOrder order : space_.store_orders)
            all.push_back({.kind = Kind::store, .order = order});
        for (const MemoryOrder order : space_.modify_orders)
            for (const Modification modification : space_.modifications)
                all.push_back({.kind = Kind::modify,
                               .order = order,
                               .modification = modification,
                               .result = "r"});
        return all;
    }

    void check(const std::vector<Statement>& made, const std::vector<std::size_t>& owners,
               const std::vector<int>& fences) {
        std::map<std::string, std::set<std::size_t>> users;
        std::set<std::string> written;
        std::vector<std::vector<Statement>> threads(3);
        std::size_t count = 0;
        for (std::size_t i = 0; i < made.size(); ++i) {
            users[made[i].location].insert(owners[i]);
            if (made[i].kind != Kind::load) written.insert(made[i].location);
            auto& thread = threads[owners[i]];
            if (fences[i] >= 0) {
                if (thread.empty()) return;  // before the first access
                ++count;
                thread.push_back(
                    {.kind = Kind::fence,
                     .order = space_.fence_orders[static_cast<std::size_t>(fences[i])]});
            }
            thread.push_back(made[i]);
        }
        std::map<std::string, bool> is_plain;
        for (const auto& [location, by] : users) {
            if (by.size() < 2 || !written.contains(location)) return;
            is_plain[location] = false;
        }
        if (count > space_.fences) return;
        std::erase_if(threads, [](const auto& thread) { return thread.empty(); });
        found_.insert(canonical(threads, is_plain));
    }

    const Space& space_;
    std::set<std::string> found_;
};

TEST(Space, ProgramsAreThoseOfANaiveEnumeratorEachOnce) {
    Space space{.accesses = 3, .fences = 1, .plain = false, .unused_results = false};
    space.load_orders = {MemoryOrder::relaxed, MemoryOrder::seq_cst};
    space.store_orders = {MemoryOrder::release};
    space.modify_orders = {MemoryOrder::acq_rel};
    space.fence_orders = {MemoryOrder::seq_cst};
    std::set<std::string> found;
    std::size_t count = 0;
    for_each_program(space, [&](const Program& program) {
        std::size_t accesses = 0;
        std::vector<std::vector<Statement>> threads;
        for (const Thread& each : program.threads) {
            threads.push_back(each.body);
            accesses += count_accesses(each.body);
        }
        if (accesses != 3) return true;
        std::map<std::string, bool> is_plain;
        for (const Location& each : program.locations) is_plain[each.name] = !each.is_atomic;
        found.insert(canonical(threads, is_plain));
        ++count;
        return true;
    });
    EXPECT_EQ(count, found.size());
    EXPECT_EQ(found, Naive(space)());
    EXPECT_GT(count, 100U);
}

TEST(Space, GuardsStandBeforePlainAccesses) {
    bool has_message_passing = false;
    for_each_program({.accesses = 4, .threads = 2, .fences = 0, .modifications = {}},
                     [&](const Program& program) {
                         for (const Thread& thread : program.threads)
                             for (const Statement& each : thread.body)
                                 if (each.kind == Kind::branch)
                                     has_message_passing =
                                         has_message_passing || !each.when_true[0].is_atomic;
                         return true;
                     });
    EXPECT_TRUE(has_message_passing);
}

/// What a write makes of a value.
std::int64_t written_over(std::int64_t old, const Statement& each) {
    if (each.kind == Kind::modify && each.modification == Modification::bit_and)
        return old & each.value.constant;
    if (each.kind == Kind::modify && each.modification == Modification::add)
        return old + each.value.constant;
    return each.value.constant;
}

/// An `and` of what is 0 is no sign that it took place.
TEST(Space, EachWriteShowsAlsoWhereItTakesBitsAway) {
    const Space space{.accesses = 3,
                      .threads = 2,
                      .fences = 0,
                      .plain = false,
                      .modifications = {Modification::bit_and, Modification::add},
                      .compare_exchange = true};
    std::size_t with_and = 0, without = 0;
    for_each_program(space, [&](const Program& program) {
        for (const Location& location : program.locations) {
            std::vector<Statement> writes;
            bool has_and = false;
            for (const Thread& thread : program.threads)
                for (const Statement& each : thread.body) {
                    if (each.location != location.name || each.kind == Kind::load) continue;
                    writes.push_back(each);
                    has_and = has_and || each.modification == Modification::bit_and;
                }
            EXPECT_EQ(location.initial != 0, has_and);
            ++(has_and ? with_and : without);
            std::set<std::int64_t> seen{location.initial};
            for (const Statement& each : writes) {
                const std::int64_t alone = written_over(location.initial, each);
                EXPECT_TRUE(seen.insert(alone).second) << to_litmus(program);
                for (const Statement& next : writes)
                    if (&next != &each && next.modification == Modification::bit_and)
                        EXPECT_NE(written_over(alone, next), alone) << to_litmus(program);
            }
        }
        return true;
    });
    EXPECT_GT(with_and, 1000U);
    EXPECT_GT(without, 1000U);
}

TEST(Space, AddressesDependOnTheLastReadBefore) {
    Space space{.accesses = 3, .threads = 2, .fences = 0, .plain = false, .modifications = {}};
    const std::uint64_t without = count_programs(space, 1'000'000);
    space.addresses = true;
    std::uint64_t dependent = 0, straight = 0;
    for_each_program(space, [&](const Program& program) {
        bool has_offset = false;
        for (const Thread& thread : program.threads) {
            std::string last;
            for (const Statement& each : thread.body) {
                if (!each.offset.empty()) EXPECT_EQ(each.offset, last);
                has_offset = has_offset || !each.offset.empty();
                if (!each.result.empty()) last = each.result;
            }
        }
        ++(has_offset ? dependent : straight);
        return true;
    });
    EXPECT_EQ(straight, without);
    EXPECT_GT(dependent, 0U);
}

/// Programs by how many pairs of threads share a work-group, and how many of these a sub-group.
std::map<std::pair<std::size_t, std::size_t>, std::size_t> sharing(const Space& space) {
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> counts;
    std::set<std::string> seen;
    for_each_program(space, [&](const Program& program) {
        EXPECT_TRUE(seen.insert(to_litmus(program)).second);
        std::size_t groups = 0, sub_groups = 0;
        for (std::size_t i = 0; i < program.threads.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const Placement a = program.threads[i].place, b = program.threads[j].place;
                const bool is_group = a.device == b.device && a.work_group == b.work_group;
                groups += is_group ? 1 : 0;
                sub_groups += is_group && a.sub_group == b.sub_group ? 1 : 0;
            }
        ++counts[{groups, sub_groups}];
        return true;
    });
    return counts;
}

TEST(Space, ThreadsOfAWorkGroupAreInSubGroups) {
    Space space{.dialect = Dialect::opencl, .accesses = 3, .fences = 0, .plain = false};
    space.modifications.clear();
    space.load_orders = space.store_orders = {MemoryOrder::relaxed};
    space.scopes = {MemoryScope::device};
    space.places = true;
    const auto together = sharing(space);
    space.sub_groups = true;
    auto apart = sharing(space);
    ASSERT_EQ(together.size(), 3U);
    EXPECT_EQ(apart.size(), 3U);
    for (const auto& [pairs, count] : together) {
        EXPECT_EQ(pairs.first, pairs.second) << "in one";
        EXPECT_EQ((apart[{pairs.first, 0}]), count) << "one each";
    }
    space.scopes = {MemoryScope::sub_group};
    auto all = sharing(space);
    for (const std::size_t pairs : {1U, 3U}) {
        EXPECT_EQ((all[{pairs, pairs}]), (together.at({pairs, pairs})));
        EXPECT_EQ((all[{pairs, 0}]), (together.at({pairs, pairs})));
    }
    EXPECT_GT((all[{3, 1}]), (together.at({3, 3}))) << "two of three";
}

void forget_orders(std::vector<Statement>& body) {
    for (Statement& each : body) {
        each.order = each.failure = MemoryOrder::relaxed;
        forget_orders(each.when_true);
        forget_orders(each.when_false);
    }
}

TEST(Space, FamiliesDifferInMoreThanOrders) {
    const Space small{.accesses = 2, .threads = 2, .fences = 0, .compare_exchange = true};
    Space conditions = small, places = small, barriers = small, addresses = small;
    conditions.accesses = 3;
    conditions.fences = 1;
    conditions.modifications.clear();
    conditions.compare_exchange = false;
    places.dialect = barriers.dialect = Dialect::opencl;
    places.plain = false;
    places.places = places.regions = true;
    places.scopes = {MemoryScope::work_group, MemoryScope::device};
    barriers.barriers = barriers.places = true;
    barriers.scopes = places.scopes;
    addresses.accesses = 3;
    addresses.plain = false;
    addresses.compare_exchange = false;
    addresses.dependencies = addresses.addresses = true;
    Space sub_groups = places;
    sub_groups.sub_groups = true;
    sub_groups.scopes.push_back(MemoryScope::sub_group);
    for (const Space& space : {conditions, places, barriers, addresses, sub_groups}) {
        std::map<std::string, std::uint64_t> by_text;
        std::map<std::uint64_t, std::string> by_family;
        std::size_t programs = 0;
        for_each_draft(space, [&](const Draft& draft) {
            Program program = draft.program();
            for (Thread& thread : program.threads) forget_orders(thread.body);
            const std::string text = to_litmus(program);
            EXPECT_EQ(by_text.emplace(text, draft.family()).first->second, draft.family()) << text;
            EXPECT_EQ(by_family.emplace(draft.family(), text).first->second, text);
            ++programs;
            return !testing::Test::HasFailure();
        });
        EXPECT_GT(programs, 3 * by_text.size()) << describe(space);
        EXPECT_GT(by_text.size(), 20U) << describe(space);
    }
}

}  // namespace
}  // namespace clmm::generator
