#include "generator.h"

namespace clmm::oracle {
namespace {

constexpr Order kStoreOrders[] = {Order::rlx, Order::rel, Order::sc};
constexpr Order kLoadOrders[] = {Order::rlx, Order::acq, Order::sc};
constexpr Scope kShapeScopes[] = {Scope::wg, Scope::dev, Scope::all};

Access access_of(Kind kind, int location, Order order, Scope scope) {
    Access result;
    result.kind = kind;
    result.location = location;
    result.order = order;
    result.scope = scope;
    result.value = kind == Kind::store ? 1 : 0;
    return result;
}

/// Device and work-group of each thread.
using Places = std::vector<std::pair<int, int>>;

Program independent_reads_of(Order write, Order read, Scope scope, bool local,
                             const Places& places) {
    const auto load = [&](int location) { return access_of(Kind::load, location, read, scope); };
    const auto store = [&](int location) { return access_of(Kind::store, location, write, scope); };
    const std::vector<std::vector<Access>> bodies{
        {store(0)}, {store(1)}, {load(0), load(1)}, {load(1), load(0)}};
    Program program{{{local, true}, {local, true}}, {}};
    for (std::size_t t = 0; t < bodies.size(); ++t)
        program.threads.push_back({places[t].first, places[t].second, bodies[t]});
    return program;
}

/// x is passed on by a release store to y, whose acquire reader passes it on by z.
Program two_hops_of(Scope first, Scope second, bool local, const Places& places) {
    const auto store = [](int location, Scope scope) {
        return access_of(Kind::store, location, Order::rel, scope);
    };
    const auto seen = [](int location, Scope scope) {
        Access load = access_of(Kind::load, location, Order::acq, scope);
        load.takes = 1;
        return load;
    };
    const auto then = [](Access result) {
        result.guard = Guard::taken;
        return result;
    };
    const Access payload = access_of(Kind::store, 0, Order::na, Scope::dev);
    const Access check = access_of(Kind::load, 0, Order::na, Scope::dev);
    const std::vector<std::vector<Access>> bodies{{payload, store(1, first)},
                                                  {seen(1, first), then(store(2, second))},
                                                  {seen(2, second), then(check)}};
    Program program{{{false, false}, {local, true}, {false, true}}, {}};
    for (std::size_t t = 0; t < bodies.size(); ++t)
        program.threads.push_back({places[t].first, places[t].second, bodies[t]});
    return program;
}

}  // namespace

std::vector<Program> independent_reads() {
    const std::vector<Places> everywhere{{{0, 0}, {0, 0}, {0, 0}, {0, 0}},
                                         {{0, 0}, {0, 1}, {0, 2}, {0, 3}},
                                         {{0, 0}, {1, 0}, {0, 0}, {1, 0}}};
    std::vector<Program> all;
    for (const Order write : kStoreOrders)
        for (const Order read : kLoadOrders)
            for (const Scope scope : kShapeScopes)
                for (const Places& places : everywhere)
                    all.push_back(independent_reads_of(write, read, scope, false, places));
    for (const Order read : kLoadOrders)
        all.push_back(independent_reads_of(Order::sc, read, Scope::wg, true, everywhere.front()));
    return all;
}

std::vector<Program> two_hops() {
    const std::vector<Places> everywhere{{{0, 0}, {0, 0}, {0, 0}},
                                         {{0, 0}, {0, 0}, {0, 1}},
                                         {{0, 0}, {0, 1}, {0, 1}},
                                         {{0, 0}, {0, 1}, {1, 0}}};
    std::vector<Program> all;
    for (const Scope first : kShapeScopes)
        for (const Scope second : kShapeScopes)
            for (const bool local : {false, true})
                for (const Places& places : everywhere)
                    all.push_back(two_hops_of(first, second, local, places));
    return all;
}

}  // namespace clmm::oracle
