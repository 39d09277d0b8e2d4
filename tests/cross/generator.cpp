#include "generator.h"

#include <algorithm>
#include <map>
#include <random>
#include <tuple>

/// Long, so that all alphabets are seen together.
namespace clmm::oracle {
namespace {

constexpr Access nothing() {
    Access access;
    access.location = -1;
    return access;
}

bool is_nothing(const Access& access) { return access.kind == Kind::load && access.location < 0; }

/// The members of one thread's alphabets.
std::vector<Access> accesses(Kind kind, const std::vector<int>& locations,
                             const std::vector<Order>& orders,
                             const std::vector<Scope>& scopes = {Scope::dev}) {
    std::vector<Access> all;
    for (const int location : locations)
        for (const Order order : orders)
            for (const Scope scope : scopes) {
                Access access;
                access.kind = kind;
                access.location = location;
                access.order = order;
                access.scope = order == Order::na ? Scope::dev : scope;
                if (std::find(all.begin(), all.end(), access) == all.end()) all.push_back(access);
            }
    return all;
}

std::vector<Access> fences(Kind kind, const std::vector<Order>& orders,
                           const std::vector<Scope>& scopes, int flag_sets = 3) {
    std::vector<Access> all;
    for (Access access : accesses(kind, {-1}, orders, scopes))
        for (int flags = 1; flags <= flag_sets; ++flags) {
            access.global_flag = flags != 2;
            access.local_flag = flags != 1;
            all.push_back(access);
        }
    return all;
}

std::vector<Access> join(std::initializer_list<std::vector<Access>> parts) {
    std::vector<Access> all;
    for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

std::vector<Access> guarded(std::vector<Access> accesses) {
    for (Access& access : accesses) access.guard = Guard::taken;
    return accesses;
}

std::vector<Access> taking(std::vector<Access> accesses) {
    for (Access& access : accesses) access.takes = 0;  // the value is filled in by finish()
    return accesses;
}

const std::vector<int> kX{0};
const std::vector<int> kY{1};
const std::vector<int> kBoth{0, 1};
const std::vector<Scope> kScopes{Scope::wg, Scope::dev, Scope::all};
const std::vector<Order> kLoads{Order::rlx, Order::acq, Order::sc};
const std::vector<Order> kStores{Order::rlx, Order::rel, Order::sc};
const std::vector<Order> kFences{Order::acq, Order::rel, Order::ar, Order::sc};

const Location kGlobal{false, true};
const Location kLocal{true, true};
const Location kGlobalPlain{false, false};
const Location kLocalPlain{true, false};

using Placement = std::pair<Thread, Thread>;
const Placement kSameGroup{{0, 0, {}}, {0, 0, {}}};
const Placement kOtherGroup{{0, 0, {}}, {0, 1, {}}};
const Placement kOtherDevice{{0, 0, {}}, {1, 0, {}}};
const Placement kOtherKernel{{0, 0, {}}, {0, 0, {}, 1}};
const Placement kSameSubGroup{{0, 0, {}, 0, 1}, {0, 0, {}, 0, 1}};
const std::vector<Memory> kMemories{Memory::buffer, Memory::coarse_svm, Memory::fine_svm,
                                    Memory::atomic_svm, Memory::program};
const std::vector<Placement> kEverywhere{kSameGroup, kOtherGroup, kOtherDevice};

std::vector<Access> ordered(const std::vector<int>& locations, const std::vector<Order>& rmw) {
    return join({accesses(Kind::load, locations, kLoads), accesses(Kind::store, locations, kStores),
                 accesses(Kind::exchange, locations, rmw)});
}

Tier orders_tier(std::string name, std::size_t first, std::size_t second, std::uint64_t sample) {
    const auto all = ordered(kBoth, {Order::rlx, Order::ar, Order::sc});
    return {std::move(name),         {{kGlobal, kGlobal}},     {kOtherGroup},
            std::vector(first, all), std::vector(second, all), sample};
}

/// Few orders, so that most of the ways in which SC accesses meet relaxed ones are drawn.
Tier sc_tier() {
    const auto all = join({accesses(Kind::load, kBoth, {Order::rlx, Order::sc}),
                           accesses(Kind::store, kBoth, {Order::rlx, Order::sc}),
                           accesses(Kind::exchange, kBoth, {Order::sc})});
    return {"sc_2_2", {{kGlobal, kGlobal}}, {kOtherGroup}, {all, all}, {all, all}, 2500};
}

/// SC fences between accesses that are SC or relaxed.
Tier sc_fences_tier() {
    const auto all = join({accesses(Kind::load, kBoth, {Order::rlx, Order::sc}),
                           accesses(Kind::store, kBoth, {Order::rlx, Order::sc})});
    const auto middle = join({{nothing()}, fences(Kind::fence, {Order::sc}, {Scope::dev}, 1)});
    return {"sc_fences",        {{kGlobal, kGlobal}}, {kOtherGroup},
            {all, middle, all}, {all, middle, all},   2500};
}

/// Scopes against placement: release, acquire, SC at every scope.
Tier scopes_tier() {
    const auto all = join({accesses(Kind::load, kBoth, {Order::acq, Order::sc}, kScopes),
                           accesses(Kind::store, kBoth, {Order::rel, Order::sc}, kScopes),
                           accesses(Kind::exchange, kBoth, {Order::ar}, kScopes)});
    return {"scopes", {{kGlobal, kGlobal}, {kGlobal, kLocal}}, kEverywhere, {all, all}, {all, all},
            700};
}

/// Global and local locations in one work-group; happens-before is per region.
Tier regions_tier() {
    const auto all = ordered(kBoth, {Order::ar});
    return {"regions", {{kGlobal, kLocal}, {kLocal, kLocal}}, {kSameGroup}, {all, all}, {all, all},
            700};
}

/// An optional fence of any flags and order between two relaxed accesses or SC ones.
Tier fences_tier() {
    const auto all = join({accesses(Kind::load, kBoth, {Order::rlx, Order::sc}),
                           accesses(Kind::store, kBoth, {Order::rlx, Order::sc})});
    const auto middle = join({{nothing()}, fences(Kind::fence, kFences, {Scope::dev})});
    return {"fences",           {{kGlobal, kGlobal}, {kGlobal, kLocal}},
            {kSameGroup},       {all, middle, all},
            {all, middle, all}, 1200};
}

/// Message passing: plain payload x, flag y, a fence on either side, the payload read when the flag
/// has been seen. All scopes, regions and placements.
Tier payload_tier() {
    const auto fence = [](std::vector<Order> orders) {
        return join({{nothing()}, fences(Kind::fence, orders, {Scope::wg, Scope::dev})});
    };
    const std::vector<Tier::Alphabet> writer{accesses(Kind::store, kX, {Order::na}),
                                             fence({Order::rel, Order::sc}),
                                             accesses(Kind::store, kY, kStores, kScopes)};
    const std::vector<Tier::Alphabet> reader{
        taking(accesses(Kind::load, kY, kLoads, kScopes)), fence({Order::acq, Order::sc}),
        guarded(
            join({accesses(Kind::load, kX, {Order::na}), accesses(Kind::store, kX, {Order::na})}))};
    return {"payload",
            {{kGlobalPlain, kGlobal},
             {kGlobalPlain, kLocal},
             {kLocalPlain, kLocal},
             {kLocalPlain, kGlobal}},
            kEverywhere,
            writer,
            reader,
            1500};
}

/// A barrier or nothing between two accesses, plain or atomic.
Tier barriers_tier() {
    const auto all =
        join({accesses(Kind::load, kX, {Order::na}), accesses(Kind::store, kX, {Order::na}),
              accesses(Kind::load, kY, {Order::rlx, Order::acq}),
              accesses(Kind::store, kY, {Order::rlx, Order::rel})});
    const auto barrier = fences(Kind::barrier, {Order::na}, {Scope::dev});
    return {"barriers",
            {{kGlobalPlain, kGlobal}, {kGlobalPlain, kLocal}},
            {kSameGroup, kOtherGroup},
            {all, barrier, all},
            {all, barrier, all},
            600};
}

/// Plain accesses of an atomic location among atomic ones.
Tier mixed_tier() {
    const auto all =
        join({accesses(Kind::load, kX, {Order::na, Order::acq}),
              accesses(Kind::store, kX, {Order::na, Order::rlx}),
              accesses(Kind::load, kY, {Order::acq}), accesses(Kind::store, kY, {Order::rel})});
    return {"mixed", {{kGlobal, kGlobal}, {kLocal, kLocal}}, {kSameGroup}, {all, all}, {all, all},
            400};
}

/// Plain locations and atomic ones, with a read-modify-write in the release sequence.
Tier plain_tier() {
    const auto all =
        join({accesses(Kind::load, kX, {Order::na}), accesses(Kind::store, kX, {Order::na}),
              accesses(Kind::load, kY, {Order::rlx, Order::acq}),
              accesses(Kind::store, kY, {Order::rlx, Order::rel}),
              accesses(Kind::fetch_add, kY, {Order::rlx})});
    return {"plain",         {{kGlobalPlain, kGlobal}, {kLocalPlain, kLocal}},
            {kSameGroup},    {all, all},
            {all, all, all}, 700};
}

/// Kinds of memory against scopes: memory_scope_device joins kernel-instances, devices or none,
/// and memory_scope_all_svm_devices is one with it on most kinds.
Tier allocation_tier(std::string name, bool with_fences) {
    const auto fence = [&](std::vector<Order> orders) {
        return with_fences ? join({{nothing()}, fences(Kind::fence, orders, kScopes, 1)})
                           : std::vector<Access>{nothing()};
    };
    const std::vector<Order> writes{Order::rlx, Order::rel, Order::sc};
    const std::vector<Tier::Alphabet> writer{accesses(Kind::store, kX, {Order::na}),
                                             fence({Order::rel, Order::sc}),
                                             accesses(Kind::store, kY, writes, kScopes)};
    const std::vector<Tier::Alphabet> reader{taking(accesses(Kind::load, kY, kLoads, kScopes)),
                                             fence({Order::acq, Order::sc}),
                                             guarded(accesses(Kind::load, kX, {Order::na}))};
    Tier tier{std::move(name), {}, kEverywhere, writer, reader, 700};
    for (const Memory flag : kMemories)
        for (const Memory payload : {Memory::atomic_svm, flag})
            tier.locations.push_back({{false, false, payload}, {false, true, flag}});
    tier.placements.push_back(kOtherKernel);
    return tier;
}

/// SC operations on memory of every kind: when the order S of revision 2.0 exists.
Tier sc_allocation_tier() {
    const std::vector<Scope> scopes{Scope::dev, Scope::all};
    const auto all = join({accesses(Kind::load, kBoth, {Order::sc}, scopes),
                           accesses(Kind::store, kBoth, {Order::sc}, scopes),
                           accesses(Kind::load, kY, {Order::sc}, {Scope::wg})});
    const auto middle = join({{nothing()}, fences(Kind::fence, {Order::sc}, scopes, 1)});
    Tier tier{"sc_allocation",    {}, {kOtherGroup, kOtherKernel}, {all, middle, all},
              {all, middle, all}, 500};
    for (const Memory first : kMemories)
        for (const Memory second : {Memory::atomic_svm, first})
            tier.locations.push_back({{false, true, first}, {false, true, second}});
    return tier;
}

/// Sub-groups: the smallest scope, alone and where scopes may differ.
Tier sub_groups_tier() {
    const std::vector<Scope> scopes{Scope::sg, Scope::wg, Scope::dev};
    const auto all = join({accesses(Kind::load, kBoth, {Order::acq, Order::sc}, scopes),
                           accesses(Kind::store, kBoth, {Order::rel, Order::sc}, scopes)});
    return {"sub_groups",
            {{kGlobal, kGlobal}, {kGlobal, kLocal}},
            {kSameSubGroup, kSameGroup},
            {all, all},
            {all, all},
            400};
}

struct Combination {
    std::vector<Location> locations;
    Thread first, second;
};

std::uint64_t combinations(const Tier& tier) {
    std::uint64_t count = tier.locations.size() * tier.placements.size();
    for (const auto* places : {&tier.first, &tier.second})
        for (const auto& alphabet : *places) count *= alphabet.size();
    return count;
}

Combination combination(const Tier& tier, std::uint64_t index) {
    const auto digit = [&index](std::size_t base) {
        const auto value = static_cast<std::size_t>(index % base);
        index /= base;
        return value;
    };
    const auto& placement = tier.placements[digit(tier.placements.size())];
    Combination result{tier.locations[digit(tier.locations.size())], placement.first,
                       placement.second};
    for (const auto& alphabet : tier.first)
        result.first.body.push_back(alphabet[digit(alphabet.size())]);
    for (const auto& alphabet : tier.second)
        result.second.body.push_back(alphabet[digit(alphabet.size())]);
    for (Thread* thread : {&result.first, &result.second}) std::erase_if(thread->body, is_nothing);
    return result;
}

std::vector<Access> renamed(std::vector<Access> body) {
    for (Access& access : body)
        if (access.location >= 0) access.location = 1 - access.location;
    return body;
}

/// The smallest of its symmetric variants stands for all.
bool is_canonical(const Tier& tier, const Combination& c) {
    using Key = std::pair<std::vector<Access>, std::vector<Access>>;
    const Key own{c.first.body, c.second.body};
    std::vector<Key> variants;
    const bool threads_alike = tier.first == tier.second;
    const bool locations_alike = c.locations.size() == 2 && c.locations[0] == c.locations[1];
    if (threads_alike) variants.emplace_back(own.second, own.first);
    if (locations_alike) variants.emplace_back(renamed(own.first), renamed(own.second));
    if (threads_alike && locations_alike)
        variants.emplace_back(renamed(own.second), renamed(own.first));
    return std::all_of(variants.begin(), variants.end(),
                       [&](const Key& key) { return own <= key; });
}

bool communicates(const std::vector<Access>& from, const std::vector<Access>& to) {
    for (const Access& write : from)
        for (const Access& access : to)
            if (writes(write.kind) && access.location >= 0 && access.location == write.location)
                return true;
    return false;
}

/// Barriers of one instance have one set of flags, and a group's threads meet at all of them.
bool barriers_match(const Program& test) {
    std::map<std::tuple<int, int, int>, std::vector<std::pair<bool, bool>>> seen;
    for (const Thread& thread : test.threads) {
        std::vector<std::pair<bool, bool>> own;
        for (const Access& access : thread.body)
            if (access.kind == Kind::barrier)
                own.emplace_back(access.global_flag, access.local_flag);
        const auto [entry, fresh] =
            seen.try_emplace({thread.device, thread.kernel, thread.group}, own);
        if (!fresh && entry->second != own) return false;
    }
    return true;
}

/// Whether a location is several objects: each device has its own program-scope variables.
bool has_variables_of_devices(const Program& test) {
    return std::ranges::any_of(
               test.locations,
               [](const Location& location) { return location.memory == Memory::program; }) &&
           std::ranges::any_of(test.threads, [&](const Thread& thread) {
               return thread.device != test.threads.front().device;
           });
}

/// Distinct values for all stores; a "taking" read takes what the other thread last stored there.
void finish(Program& test) {
    int value = 0;
    std::map<int, int> last;
    for (Thread& thread : test.threads)
        for (Access& access : thread.body) {
            if (writes(access.kind)) access.value = ++value;
            if (access.kind == Kind::store) last[access.location] = value;
        }
    for (Thread& thread : test.threads)
        for (Access& access : thread.body)
            if (access.takes) access.takes = last[access.location];
}

}  // namespace

std::vector<Tier> opencl_tiers() {
    return {orders_tier("orders_1_1", 1, 1, 10'000),
            orders_tier("orders_1_2", 1, 2, 300),
            orders_tier("orders_2_2", 2, 2, 600),
            orders_tier("orders_1_3", 1, 3, 400),
            sc_tier(),
            sc_fences_tier(),
            scopes_tier(),
            regions_tier(),
            fences_tier(),
            payload_tier(),
            barriers_tier(),
            plain_tier(),
            mixed_tier(),
            allocation_tier("allocation", false),
            allocation_tier("allocation_fences", true),
            sc_allocation_tier(),
            sub_groups_tier()};
}

std::vector<Tier> c_tiers() {
    auto small = orders_tier("c_orders_1_2", 1, 2, 300);
    auto large = orders_tier("c_orders_2_2", 2, 2, 700);
    auto fence = fences_tier();
    fence.name = "c_fences";
    fence.locations = {{kGlobal, kGlobal}};
    for (auto* places : {&fence.first, &fence.second})
        (*places)[1] = join({{nothing()}, fences(Kind::fence, kFences, {Scope::dev}, 1)});
    auto plain = plain_tier();
    plain.name = "c_plain";
    plain.locations = {{kGlobalPlain, kGlobal}};
    auto mixed = mixed_tier();
    mixed.name = "c_mixed";
    mixed.locations = {{kGlobal, kGlobal}};
    return {small, large, fence, plain, mixed};
}

namespace {
/// Whether the combination is a test of its own.
bool visit_combination(const Tier& tier, std::uint64_t index,
                       const std::function<void(const Program&)>& visit) {
    const Combination c = combination(tier, index);
    if (!is_canonical(tier, c)) return false;
    if (!communicates(c.first.body, c.second.body) && !communicates(c.second.body, c.first.body))
        return false;
    Program test{c.locations, {c.first, c.second}};
    if (!barriers_match(test) || has_variables_of_devices(test)) return false;
    finish(test);
    visit(test);
    return true;
}
}  // namespace

void for_each_test(const Tier& tier, std::uint64_t limit,
                   const std::function<void(const Program&)>& visit) {
    const std::uint64_t count = combinations(tier);
    if (count <= limit) return for_each_test_of_shard(tier, 0, 1, visit);
    std::mt19937_64 random(20'240'607 + tier.seed);
    std::uint64_t visited = 0;
    for (std::uint64_t tries = 0; visited < limit && tries < count; ++tries)
        visited += visit_combination(tier, random() % count, visit) ? 1 : 0;
}

void for_each_test_of_shard(const Tier& tier, std::uint64_t first, std::uint64_t every,
                            const std::function<void(const Program&)>& visit) {
    for (std::uint64_t index = first, count = combinations(tier); index < count; index += every)
        (void)visit_combination(tier, index, visit);
}

Program random_test(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto below = [&random](std::size_t bound) {
        return static_cast<std::size_t>(random() % bound);
    };
    const std::vector<Location> kinds{kGlobal, kLocal, kGlobalPlain, kLocalPlain};
    Program test;
    test.locations = {kinds[below(2)], kinds[below(4)]};
    const std::size_t threads = 2 + (below(3) == 0 ? 1 : 0);
    for (std::size_t t = 0; t < threads; ++t) {
        Thread thread{static_cast<int>(below(4) == 0), static_cast<int>(below(3) == 0), {}};
        const std::size_t length = threads == 2 ? 2 + below(2) : 1 + below(2);
        for (std::size_t a = 0; a < length; ++a) {
            std::vector<Access> all;
            for (const int l : kBoth) {
                const bool atomic = test.locations[static_cast<std::size_t>(l)].atomic;
                const auto part =
                    atomic ? join({accesses(Kind::load, {l}, kLoads, kScopes),
                                   accesses(Kind::store, {l}, kStores, kScopes),
                                   accesses(Kind::fetch_add, {l},
                                            {Order::rlx, Order::acq, Order::rel, Order::sc},
                                            {kScopes[below(3)]}),
                                   accesses(Kind::exchange, {l}, {Order::ar}, {kScopes[below(3)]})})
                           : join({accesses(Kind::load, {l}, {Order::na}),
                                   accesses(Kind::store, {l}, {Order::na})});
                for (int copies = atomic ? 1 : 6; copies > 0; --copies)
                    all.insert(all.end(), part.begin(), part.end());
            }
            const auto fence = fences(Kind::fence, kFences, {kScopes[below(3)]});
            all.insert(all.end(), fence.begin(), fence.end());
            thread.body.push_back(all[below(all.size())]);
        }
        test.threads.push_back(thread);
    }
    finish(test);
    return test;
}

}  // namespace clmm::oracle
