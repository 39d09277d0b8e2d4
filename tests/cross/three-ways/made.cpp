#include "made.h"

#include <algorithm>
#include <stdexcept>

namespace clmm::oracle {
namespace {

Order order_of(generator::MemoryOrder order) {
    switch (order) {
        case generator::MemoryOrder::relaxed:
            return Order::rlx;
        case generator::MemoryOrder::acquire:
            return Order::acq;
        case generator::MemoryOrder::release:
            return Order::rel;
        case generator::MemoryOrder::acq_rel:
            return Order::ar;
        case generator::MemoryOrder::seq_cst:
            return Order::sc;
        default:
            throw std::invalid_argument("an order");
    }
}

Scope widest_of(generator::MemoryScope scope) {
    switch (scope) {
        case generator::MemoryScope::sub_group:
            return Scope::sg;
        case generator::MemoryScope::work_group:
            return Scope::wg;
        case generator::MemoryScope::device:
            return Scope::dev;
        case generator::MemoryScope::all_devices:
            return Scope::all;
        default:
            throw std::invalid_argument("a scope");
    }
}

/// One thread. What is under a condition on the last read is guarded by its having read 0.
class Translator {
public:
    explicit Translator(const generator::Program& made) : made_(made) {}

    std::vector<Access> thread(const std::vector<generator::Statement>& body) {
        accesses_.clear();
        guard_ = Guard::always;
        add(body);
        return std::move(accesses_);
    }

private:
    void add(const std::vector<generator::Statement>& body) {
        for (const generator::Statement& each : body) {
            if (each.kind != generator::Kind::branch) {
                accesses_.push_back(access(each));
                continue;
            }
            if (guard_ != Guard::always || !each.when_false.empty())
                throw std::invalid_argument("a branch inside another, or with two sides");
            accesses_.back().takes = 0;
            guard_ = each.value.op == generator::Operator::equal ? Guard::taken : Guard::not_taken;
            add(each.when_true);
        }
    }

    Access access(const generator::Statement& from) {
        Access to;
        to.guard = guard_;
        to.order = from.is_atomic ? order_of(from.order) : Order::na;
        to.scope = from.is_atomic ? widest_of(from.scope) : Scope::dev;
        to.global_flag = from.flags.global;
        to.local_flag = from.flags.local;
        to.value = static_cast<int>(from.value.constant);
        to.location = from.kind == generator::Kind::fence ? -1 : number_of(from.location);
        switch (from.kind) {
            case generator::Kind::load:
                to.kind = Kind::load;
                break;
            case generator::Kind::store:
                to.kind = Kind::store;
                break;
            case generator::Kind::fence:
                to.kind = Kind::fence;
                break;
            case generator::Kind::modify:
                to.kind = Kind::exchange;
                if (from.modification == generator::Modification::exchange) break;
                [[fallthrough]];
            default:
                throw std::invalid_argument("a statement");
        }
        return to;
    }

    [[nodiscard]] int number_of(const std::string& location) const {
        const auto found = std::ranges::find(made_.locations, location, &generator::Location::name);
        if (found == made_.locations.end()) throw std::invalid_argument(location);
        return static_cast<int>(found - made_.locations.begin());
    }

    const generator::Program& made_;
    std::vector<Access> accesses_;
    Guard guard_ = Guard::always;
};

}  // namespace

Program from_generator(const generator::Program& made) {
    Program test;
    for (const generator::Location& each : made.locations)
        test.locations.push_back({each.is_local, each.is_atomic});
    for (const generator::Thread& each : made.threads)
        test.threads.push_back({static_cast<int>(each.place.device),
                                static_cast<int>(each.place.work_group),
                                Translator(made).thread(each.body)});
    return test;
}

std::vector<Vocabulary> vocabularies() {
    using enum generator::MemoryScope;
    generator::Space bare;  // loads and stores that are atomic
    bare.dialect = generator::Dialect::opencl;
    bare.accesses = 4;
    bare.threads = 2;
    bare.fences = 0;
    bare.plain = false;
    bare.unused_results = false;
    bare.modifications.clear();
    generator::Space placed = bare;
    placed.scopes = {work_group, device, all_devices};
    placed.places = placed.regions = true;
    generator::Space all = placed;
    all.accesses = 3;
    all.fences = 1;
    all.plain = true;
    all.modifications = {generator::Modification::exchange};
    generator::Space orders = all;
    orders.accesses = 4;
    orders.scopes = {device};
    orders.places = orders.regions = false;
    return {{"loads and stores of all orders, scopes, regions and placements", placed},
            {"with a fence, exchanges, plain accesses and branches", all},
            {"with a fence, exchanges, plain accesses and branches, all of one scope", orders}};
}

}  // namespace clmm::oracle
