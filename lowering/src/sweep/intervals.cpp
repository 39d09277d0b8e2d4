#include "sweep/intervals.h"

#include <algorithm>
#include <array>

#include "clmm/generator/orders.h"

namespace clmm::lowering {
namespace {

using generator::Kind;
using generator::MemoryOrder;
using generator::Program;
using generator::Statement;

// Shapes with read-modify-writes and compare-exchanges have so many, which take turns.
constexpr std::size_t kMostFamilies = 512;
constexpr std::size_t kMostIntervals = 64;   ///< of a family
constexpr std::size_t kMostFacts = 48;       ///< … of the target
constexpr std::size_t kFreeAttempts = 3;     ///< to find one; later ones must have paid
constexpr std::size_t kEventsOfSuccess = 2;  ///< of a compare-exchange: then one where it fails
constexpr std::size_t kMemoryOrders = static_cast<std::size_t>(MemoryOrder::seq_cst) + 1;

using Order = Intervals::Order;

bool has_an_order(const Statement& each) {
    return each.kind == Kind::fence || (each.is_access() && each.is_atomic);
}

Order order_of(const Statement& each) {
    return {each.order, each.kind == Kind::compare_exchange ? each.failure : MemoryOrder::relaxed};
}

void give(Statement& each, const Order& order) {
    each.order = order.order;
    if (each.kind == Kind::compare_exchange) each.failure = order.failure;
}

template <class Body, class F>
void for_each_statement(Body& body, F&& f) {
    for (auto& each : body) {
        f(each);
        for_each_statement(each.when_true, f);
        for_each_statement(each.when_false, f);
    }
}

/// Its operations that have one, in the order of the text.
template <class P, class F>
void for_each_order(P& program, F&& f) {
    for (auto& thread : program.threads)
        for_each_statement(thread.body, [&](auto& each) {
            if (has_an_order(each)) f(each);
        });
}

std::vector<Order> orders_of(const Program& program) {
    std::vector<Order> orders;
    for_each_order(program, [&](const Statement& each) { orders.push_back(order_of(each)); });
    return orders;
}

Program with_order(Program program, std::size_t operation, const Order& order) {
    std::size_t next = 0;
    for_each_order(program, [&](Statement& each) {
        if (next++ == operation) give(each, order);
    });
    return program;
}

bool is_no_stronger(const Order& a, const Order& b) {
    return generator::is_no_stronger(a.order, b.order) &&
           generator::is_no_stronger(a.failure, b.failure);
}

bool are_no_stronger(const std::vector<Order>& some, const std::vector<Order>& others) {
    return std::ranges::equal(some, others, is_no_stronger);
}

/// What an operation may have, weaker ones first.
std::vector<MemoryOrder> memory_orders(Kind kind) {
    std::vector<MemoryOrder> all;
    if (kind != Kind::fence) all.push_back(MemoryOrder::relaxed);
    if (kind != Kind::store) all.push_back(MemoryOrder::acquire);
    if (kind != Kind::load) all.push_back(MemoryOrder::release);
    if (kind != Kind::load && kind != Kind::store) all.push_back(MemoryOrder::acq_rel);
    all.push_back(MemoryOrder::seq_cst);
    return all;
}

/// … so that a compare-exchange stays one read, or two.
std::vector<Order> possible(const Statement& operation) {
    std::vector<Order> all;
    const bool is_compare_exchange = operation.kind == Kind::compare_exchange;
    const auto failures = is_compare_exchange ? memory_orders(Kind::load)
                                              : std::vector<MemoryOrder>{MemoryOrder::relaxed};
    for (const MemoryOrder order : memory_orders(operation.kind))
        for (const MemoryOrder failure : failures) {
            Statement other = operation;
            give(other, {order, failure});
            if (is_compare_exchange &&
                (!generator::is_no_stronger(failure, generator::order_of_part(order, Kind::load)) ||
                 skeletons::is_one_read(other) != skeletons::is_one_read(operation)))
                continue;
            all.push_back({order, failure});
        }
    return all;
}

std::vector<std::vector<Order>> possible(const Program& program) {
    std::vector<std::vector<Order>> all;
    for_each_order(program, [&](const Statement& each) { all.push_back(possible(each)); });
    return all;
}

/// Events of the operations that have an order.
std::vector<std::vector<std::size_t>> events_of(const Program& program,
                                                const skeletons::Skeleton& skeleton) {
    std::vector<std::vector<std::size_t>> all;
    std::size_t next = 0;
    for (const generator::Thread& thread : program.threads)
        for_each_statement(thread.body, [&](const Statement& each) {
            if (!each.is_access() && each.kind != Kind::fence && each.kind != Kind::barrier) return;
            if (has_an_order(each)) all.push_back(skeleton.events[next]);
            ++next;
        });
    return all;
}

/// Of a step of an operation from one order to another.
std::size_t number_of(std::size_t operation, const Order& from, const Order& to) {
    std::size_t number = operation;
    for (const MemoryOrder each : {from.order, from.failure, to.order, to.failure})
        number = number * kMemoryOrders + static_cast<std::size_t>(each);
    return number;
}

}  // namespace

Intervals::Intervals(const model::MemoryModel& source, const model::MemoryModel& target,
                     Questions questions, std::size_t registers)
    : source_(source), target_(target), ask_(std::move(questions)), registers_(registers) {}

Intervals::Family& Intervals::family_of(const Program& program, std::size_t operations) {
    if (families_.size() >= kMostFamilies) {
        families_.clear();
        last_ = nullptr;
    }
    const auto [found, is_new] = families_.try_emplace(skeletons::skeleton_key(program));
    if (last_ != &found->second) {
        target_facts_.clear();
        last_ = &found->second;
    }
    if (is_new) {
        constexpr Order kNone{MemoryOrder::relaxed, MemoryOrder::relaxed};
        const std::size_t steps = number_of(operations, kNone, kNone);
        found->second.source_steps.resize(steps);
        found->second.target_steps.resize(steps);
        found->second.registers.resize(steps);
    }
    return found->second;
}

bool Intervals::has(const Program& program) {
    const Orders orders = orders_of(program);
    if (orders.empty()) return false;
    Family& family = family_of(program, orders.size());
    const bool found = std::ranges::any_of(
        family.intervals, [&](const Interval& each) { return is_in(family, each, orders); });
    if (found) ++family.hits;
    return found;
}

bool Intervals::is_in(Family& family, const Interval& interval, const Orders& orders) {
    if (!are_no_stronger(interval.weak_orders, orders) ||
        !are_no_stronger(orders, interval.strong_orders))
        return false;
    for (std::size_t i = 0; i < orders.size(); ++i)
        if (!is_step(family, Side::target, interval.weak, i, interval.weak_orders[i], orders[i]) ||
            !is_step(family, Side::source, interval.strong, i, orders[i],
                     interval.strong_orders[i]))
            return false;
    return has_registers(family, interval, orders);
}

bool Intervals::is_step(Family& family, Side side, const Program& program, std::size_t operation,
                        const Order& from, const Order& to) {
    if (from == to) return true;
    const bool is_target = side == Side::target;
    const std::size_t at = number_of(operation, from, to);
    std::int8_t& known = (is_target ? family.target_steps : family.source_steps)[at];
    if (known == 0) {
        const bool is = is_target ? is_target_step(program, operation, from, to)
                                  : is_source_step(family, program, operation, from, to);
        known = is ? 1 : -1;
        if (is && is_target) family.registers[at] = taken(program, operation, from, to);
    }
    return known > 0;
}

bool Intervals::is_target_step(const Program& program, std::size_t operation, const Order& from,
                               const Order& to) {
    const TargetFacts weak = target_facts(with_order(program, operation, from));
    const TargetFacts strong = target_facts(with_order(program, operation, to));
    return weak && strong && target_.is_stronger(*weak, *strong);
}

bool Intervals::is_source_step(Family& family, const Program& program, std::size_t operation,
                               const Order& from, const Order& to) {
    if (family.events.empty()) find_source_facts(family, program);
    if (!family.source_facts) return false;
    const std::vector<std::size_t>& events = family.events[operation];
    const std::size_t own = std::min(events.size(), kEventsOfSuccess);
    const auto where_it_fails = events.begin() + static_cast<std::ptrdiff_t>(own);
    return source_.is_stronger(*family.source_facts,
                               {{{events.begin(), where_it_fails}, from.order, to.order},
                                {{where_it_fails, events.end()}, from.failure, to.failure}});
}

void Intervals::find_source_facts(Family& family, const Program& program) {
    family.source_facts = source_.facts([&](MemoryOrder order) {
        const skeletons::Skeleton* const skeleton = ask_.source_skeleton(program, order);
        if (skeleton != nullptr) family.events = events_of(program, *skeleton);
        return skeleton == nullptr ? nullptr : &skeleton->structure;
    });
}

Intervals::Registers Intervals::taken(const Program& program, std::size_t operation,
                                      const Order& from, const Order& to) const {
    const auto weak = ask_.registers(with_order(program, operation, from));
    const auto strong = ask_.registers(with_order(program, operation, to));
    if (!weak || !strong) return {static_cast<std::uint32_t>(registers_), 0};
    // One that keeps fewer might need more while it runs.
    if (strong->kept < weak->kept) return {0, strong->passing + weak->kept - strong->kept};
    return {strong->kept - weak->kept, strong->passing};
}

bool Intervals::has_registers(const Family& family, const Interval& interval,
                              const Orders& orders) const {
    std::uint32_t kept = interval.registers.kept, passing = interval.registers.passing;
    for (std::size_t i = 0; i < orders.size(); ++i) {
        if (orders[i] == interval.weak_orders[i]) continue;
        const Registers& more = family.registers[number_of(i, interval.weak_orders[i], orders[i])];
        kept += more.kept;
        passing = std::max(passing, more.passing);
    }
    return kept + passing <= registers_;
}

const Intervals::TargetFacts& Intervals::target_facts(const Program& program) {
    if (target_facts_.size() >= kMostFacts) target_facts_.clear();
    const auto [found, is_new] = target_facts_.try_emplace(orders_of(program));
    if (is_new)
        if (auto structure = ask_.target_structure(program))
            found->second = target_.facts(std::move(*structure));
    return found->second;
}

void Intervals::add(const Program& program) {
    const Orders orders = orders_of(program);
    if (orders.empty()) return;
    Family& family = family_of(program, orders.size());
    if (family.intervals.size() >= kMostIntervals || family.attempts >= kFreeAttempts + family.hits)
        return;
    ++family.attempts;
    if (family.attempts == 1)
        if (auto interval = whole(family, program)) {
            family.intervals.push_back(std::move(*interval));
            return;
        }
    family.intervals.push_back(grown(family, program));
}

bool Intervals::fit(const Program& weak, const Program& strong) const {
    const auto states = ask_.target_states(weak);
    return states && ask_.source_allows(strong, *states);
}

/// From the weakest to the strongest program, if it is that simple.
std::optional<Intervals::Interval> Intervals::whole(Family& family, const Program& program) {
    Interval all{program, program, {}, {}, {}};
    for_each_order(all.weak, [](Statement& each) { give(each, possible(each).front()); });
    for_each_order(all.strong, [](Statement& each) { give(each, possible(each).back()); });
    all.weak_orders = orders_of(all.weak);
    all.strong_orders = orders_of(all.strong);
    if (!fit(all.weak, all.strong)) return std::nullopt;
    const auto registers = ask_.registers(all.weak);
    if (!registers) return std::nullopt;
    all.registers = *registers;
    if (!is_in(family, all, orders_of(program))) return std::nullopt;
    return all;
}

/// Around a program, operation by operation as strong as the source may be, then as weak as the
/// target may.
Intervals::Interval Intervals::grown(Family& family, const Program& program) {
    Interval made{program, program, orders_of(program), orders_of(program), {}};
    const auto choices = possible(program);
    const auto states = ask_.target_states(program);
    for (std::size_t i = 0; i < choices.size(); ++i)
        for (auto order = choices[i].rbegin();
             order != choices[i].rend() && *order != made.strong_orders[i]; ++order) {
            if (!is_no_stronger(made.strong_orders[i], *order) ||
                !is_step(family, Side::source, made.strong, i, made.strong_orders[i], *order))
                continue;
            Program stronger = with_order(made.strong, i, *order);
            if (!states || !ask_.source_allows(stronger, *states)) continue;
            made.strong = std::move(stronger);
            made.strong_orders[i] = *order;
            break;
        }
    for (std::size_t i = 0; i < choices.size(); ++i)
        for (auto order = choices[i].begin();
             order != choices[i].end() && *order != made.weak_orders[i]; ++order) {
            if (!is_no_stronger(*order, made.weak_orders[i]) ||
                !is_step(family, Side::target, made.weak, i, *order, made.weak_orders[i]))
                continue;
            Program weaker = with_order(made.weak, i, *order);
            if (!fit(weaker, made.strong)) continue;
            made.weak = std::move(weaker);
            made.weak_orders[i] = *order;
            break;
        }
    made.registers =
        ask_.registers(made.weak).value_or(Registers{static_cast<std::uint32_t>(registers_), 0});
    return made;
}

}  // namespace clmm::lowering
