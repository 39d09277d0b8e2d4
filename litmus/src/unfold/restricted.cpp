#include "unfold/restricted.h"

#include <utility>

#include "clmm/base/ensure.h"

namespace clmm::litmus {
namespace {

/// Terms of one pool in another one, where locations have other numbers.
class TermMove {
public:
    TermMove(const TermPool& from, TermPool& to, const std::vector<LocationId>& locations)
        : from_(from), to_(to), locations_(locations), known_(from.size()) {}

    TermId operator()(TermId term) {
        if (!term.valid()) return term;
        pending_.push_back(term);
        while (!pending_.empty()) {
            const TermId next = pending_.back();
            if (known_[next.index()].valid() || !push_operands(from_[next])) {
                if (!known_[next.index()].valid()) known_[next.index()] = make(from_[next]);
                pending_.pop_back();
            }
        }
        return known_[term.index()];
    }

private:
    /// Those that are not known yet; whether there are any. The first is on top.
    bool push_operands(const Term& term) {
        const std::size_t before = pending_.size();
        for (const TermId operand : {term.c, term.b, term.a})
            if (operand.valid() && !known_[operand.index()].valid()) pending_.push_back(operand);
        return pending_.size() != before;
    }

    TermId known(TermId term) const { return known_[term.index()]; }

    TermId make(const Term& term) {
        switch (term.op) {
            case TermOp::constant:
                return term.width == 1 ? to_.boolean(term.payload != 0)
                                       : to_.constant(term.payload, term.width);
            case TermOp::read_value:
                return to_.read_value(EventId(term.payload), term.width);
            case TermOp::final_value:
                return to_.final_value(locations_[term.payload], term.width);
            case TermOp::choice:
                return to_.choice(term.width);
            case TermOp::bit_not:
            case TermOp::negate:
            case TermOp::logical_not:
                return to_.unary(term.op, known(term.a));
            case TermOp::zero_extend:
            case TermOp::truncate:
                return to_.extend(known(term.a), term.width, false);
            case TermOp::sign_extend:
                return to_.extend(known(term.a), term.width, true);
            case TermOp::if_then_else:
                return to_.if_then_else(known(term.a), known(term.b), known(term.c));
            default:
                return to_.binary(term.op, known(term.a), known(term.b));
        }
    }

    const TermPool& from_;
    TermPool& to_;
    const std::vector<LocationId>& locations_;
    std::vector<TermId> known_;  ///< by TermId of the first pool
    std::vector<TermId> pending_;
};

/// The new number of each location that has an initial write.
std::vector<LocationId> numbers_of(const EventStructure& structure) {
    std::vector<LocationId> numbers(structure.locations.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < structure.initial_count; ++i)
        numbers[structure.events[i].targets.front().location.index()] = LocationId(count++);
    return numbers;
}

void move_events(EventStructure& result, TermMove& move, const std::vector<LocationId>& numbers) {
    for (Event& event : result.events) {
        std::erase_if(event.targets, [&](const Target& target) {
            return !numbers[target.location.index()].valid();
        });
        event.guard = move(event.guard);
        for (Target& target : event.targets) {
            target.location = numbers[target.location.index()];
            target.when = move(target.when);
        }
        event.value = move(event.value);
    }
}

void move_rest(EventStructure& result, TermMove& move) {
    for (BarrierPair& pair : result.barriers) pair.when = move(pair.when);
    for (TermId& each : result.constraints) each = move(each);
    for (FreeChoice& each : result.choices) each.when = move(each.when);
    for (UndefinedBehaviour& each : result.undefined) each.when = move(each.when);
    for (UnrollBound& each : result.bounds) {
        each.reached = move(each.reached);
        each.forever = move(each.forever);
    }
    result.condition = move(result.condition);
    result.filter = move(result.filter);
    for (OpaqueValue& each : own_opencl_data(result).opaque) each.choice = move(each.choice);
}

}  // namespace

bool learn_touched(const Unfolding& unfolding, std::set<LocationId>& known) {
    if (unfolding.items.empty()) return false;
    const std::size_t before = known.size();
    const TermPool& terms = unfolding.structure.terms;
    for (const Event& event : unfolding.structure.events)
        for (const Target& target : event.targets)
            if (!terms.is_false(target.when)) known.insert(target.location);
    return known.size() != before;
}

EventStructure without_untouched(const EventStructure& structure) {
    ensure(structure.observables.empty() && structure.conjuncts.empty(),
           "nothing is asked of some work-items but properties");
    EventStructure result = structure;
    result.terms = TermPool();
    const std::vector<LocationId> numbers = numbers_of(structure);
    TermMove move(structure.terms, result.terms, numbers);
    move_events(result, move, numbers);
    move_rest(result, move);
    result.locations.clear();
    for (const Location& location : structure.locations) {
        const LocationId number = numbers[location.id.index()];
        if (!number.valid()) continue;
        result.locations.push_back(location);
        result.locations.back().id = number;
    }
    return result;
}

}  // namespace clmm::litmus
