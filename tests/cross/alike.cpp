#include "alike.h"

#include "candidates.h"
#include "dice.h"

namespace clmm::oracle {
namespace {

constexpr double kMostCandidates = 3000;

/// Draws bodies that several threads run.
class Bodies {
public:
    Bodies(Dice& dice, const std::vector<Location>& locations, bool barriers)
        : dice_(dice), locations_(locations), barriers_(barriers) {}

    std::vector<Access> body(std::size_t length) {
        std::vector<Access> all;
        bool takes = false;
        while (all.size() < length) {
            Access access = draw(all);
            if (access.kind == Kind::load && !takes && all.size() + 1 < length && dice_.one_in(3)) {
                access.takes = static_cast<int>(dice_.below(2));
                takes = true;
            } else if (takes && access.kind != Kind::barrier && dice_.one_in(2)) {
                access.guard = dice_.one_in(4) ? Guard::not_taken : Guard::taken;
            }
            all.push_back(access);
        }
        return all;
    }

private:
    Access draw(const std::vector<Access>& before) {
        Access access;
        access.scope = dice_.one_of<Scope>({Scope::wg, Scope::dev, Scope::dev, Scope::all});
        if (dice_.one_in(8)) return fence(access, barriers_ && dice_.one_in(2));
        access.location = static_cast<int>(dice_.below(locations_.size()));
        access.value = 1 + static_cast<int>(dice_.below(2));
        const bool atomic = locations_[static_cast<std::size_t>(access.location)].atomic;
        access.kind = atomic ? dice_.one_of<Kind>({Kind::load, Kind::load, Kind::store, Kind::store,
                                                   Kind::fetch_add, Kind::exchange})
                             : dice_.one_of<Kind>({Kind::load, Kind::store});
        if (!atomic)
            access.scope = Scope::dev;
        else
            access.order = order(access.kind);
        if (access.kind == Kind::store && dice_.one_in(4)) add_read(access, before);
        return access;
    }

    /// Stores what an earlier unguarded load of another location has read, and one.
    void add_read(Access& access, const std::vector<Access>& before) {
        for (std::size_t a = 0; a < before.size(); ++a)
            if (before[a].kind == Kind::load && before[a].guard == Guard::always &&
                before[a].location == access.location)
                access.plus_read = static_cast<int>(a);
        if (access.plus_read >= 0) access.value = 1;
    }

    Access fence(Access access, bool barrier) {
        access.kind = barrier ? Kind::barrier : Kind::fence;
        access.location = -1;
        access.global_flag = !dice_.one_in(4);
        access.local_flag = !access.global_flag || dice_.one_in(2);
        if (!barrier)
            access.order =
                dice_.one_of<Order>({Order::acq, Order::rel, Order::ar, Order::sc, Order::sc});
        return access;
    }

    Order order(Kind kind) {
        if (kind == Kind::load) return dice_.one_of<Order>({Order::rlx, Order::acq, Order::sc});
        if (kind == Kind::store) return dice_.one_of<Order>({Order::rlx, Order::rel, Order::sc});
        return dice_.one_of<Order>({Order::rlx, Order::ar, Order::sc});
    }

    Dice& dice_;
    const std::vector<Location>& locations_;
    bool barriers_;
};

/// The same with x and y exchanged: alike up to the names of locations.
std::vector<Access> turned(std::vector<Access> body) {
    for (Access& access : body)
        if (access.location >= 0) access.location = 1 - access.location;
    return body;
}

std::vector<Location> two_locations(Dice& dice, bool local) {
    const bool atomic = !dice.one_in(4);
    return {{local && dice.one_in(3), true}, {local && dice.one_in(3), atomic}};
}

Program alike(Dice& dice) {
    const std::size_t threads = 2 + dice.below(3);
    const std::size_t length = threads == 2 ? 3 : threads == 3 ? 2 : 1 + dice.below(2);
    Program test{two_locations(dice, true), {}};
    const bool barriers = threads < 4;
    Bodies bodies(dice, test.locations, barriers);
    const std::vector<Access> first = bodies.body(length);
    // All alike, two by two, or turned where the locations are alike.
    const std::size_t shape = dice.below(3);
    std::vector<Access> second = first;
    if (shape == 1 && !barriers) second = bodies.body(1);
    if (shape == 2 && test.locations[0] == test.locations[1]) second = turned(first);
    const std::size_t places = dice.below(3);
    for (std::size_t t = 0; t < threads; ++t) {
        Thread thread{0, 0, t % 2 == 0 ? first : second};
        if (places == 1 && !test.locations[0].local && !test.locations[1].local)
            thread.group = static_cast<int>(t / 2);
        if (places == 2 && !test.locations[0].local && !test.locations[1].local)
            thread.device = static_cast<int>(t % 2);
        test.threads.push_back(thread);
    }
    return test;
}

Program kernel(Dice& dice) {
    const std::size_t launches = 1 + dice.below(2);
    const std::size_t items = launches == 1 ? 2 + dice.below(2) : 1 + dice.below(2);
    Program test{two_locations(dice, false), {}};
    for (Location& location : test.locations)
        location.memory =
            dice.one_of<Memory>({Memory::buffer, Memory::coarse_svm, Memory::fine_svm,
                                 Memory::atomic_svm, Memory::atomic_svm, Memory::program});
    std::vector<Access> body;
    do body = Bodies(dice, test.locations, true).body(items * launches < 3 ? 3 : 2);
    while (!reads(body[0].kind) && !reads(body[1].kind) && !reads(body.back().kind));
    const bool one_group = dice.one_in(2);
    const bool other_device = dice.one_in(3);
    if (other_device)  // where each has a variable of its own
        for (Location& location : test.locations)
            if (location.memory == Memory::program) location.memory = Memory::coarse_svm;
    for (std::size_t launch = 0; launch < launches; ++launch)
        for (std::size_t item = 0; item < items; ++item) {
            Thread thread{other_device ? static_cast<int>(launch) : 0,
                          one_group ? 0 : static_cast<int>(item), body};
            thread.kernel = static_cast<int>(launch);
            test.threads.push_back(thread);
        }
    return test;
}

/// The oracle is naive: what is too much for it is drawn again.
template <class Draw>
Program small(std::uint64_t seed, Draw draw) {
    Dice dice(seed);
    Program test = draw(dice);
    while (candidate_bound(test) > kMostCandidates) test = draw(dice);
    return test;
}

}  // namespace

Program alike_test(std::uint64_t seed) { return small(seed, alike); }
Program kernel_test(std::uint64_t seed) { return small(seed, kernel); }

}  // namespace clmm::oracle
