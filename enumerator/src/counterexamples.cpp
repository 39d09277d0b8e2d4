#include "counterexamples.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "clmm/model/replay.h"

namespace clmm::enumerator {
namespace {

using litmus::EventId;
using litmus::EventKind;
using litmus::EventStructure;
using model::Execution;

constexpr std::size_t kMostKnown = 64;

using litmus::Change;
using litmus::ChangedText;

/// The change that inserted an event, if one did.
std::optional<Change> inserted_by(const litmus::Event& event,
                                  const std::vector<ChangedText::Fence>& fences) {
    if (event.kind != EventKind::fence) return std::nullopt;
    for (const ChangedText::Fence& fence : fences)
        if (fence.span.begin <= event.span.begin && event.span.begin < fence.span.end)
            return fence.change;
    return std::nullopt;
}

/// The test's own events, in their order.
std::vector<EventId> kept_events(const EventStructure& structure,
                                 const std::vector<ChangedText::Fence>& fences) {
    std::vector<EventId> kept;
    for (const litmus::Event& event : structure.events)
        if (event.initial || !inserted_by(event, fences)) kept.push_back(event.id);
    return kept;
}

/// The part of a relation on `from`, as a relation on `to` among `size` events.
BitMatrix moved(const BitMatrix& relation, const std::vector<EventId>& from,
                const std::vector<EventId>& to, std::size_t size) {
    BitMatrix result(size);
    for (std::size_t a = 0; a < from.size(); ++a)
        for (std::size_t b = 0; b < from.size(); ++b)
            if (relation.test(from[a].index(), from[b].index()))
                result.set(to[a].index(), to[b].index());
    return result;
}

/// The execution's events `from` as the events `to` of a structure with `size` events.
Execution moved(const Execution& execution, const std::vector<EventId>& from,
                const std::vector<EventId>& to, std::size_t size) {
    Execution result(size);
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (execution.executed.test(from[i].index())) result.executed.set(to[i].index());
        result.values[to[i].index()] = execution.values[from[i].index()];
        result.locations[to[i].index()] = execution.locations[from[i].index()];
    }
    const auto move = [&](const BitMatrix& relation) { return moved(relation, from, to, size); };
    result.reads_from = move(execution.reads_from);
    result.modification_order = move(execution.modification_order);
    result.same_location = move(execution.same_location);
    result.barrier_pairs = move(execution.barrier_pairs);
    for (const BitMatrix& order : execution.total_orders)
        result.total_orders.push_back(move(order));
    result.final_values = execution.final_values;
    result.choices = execution.choices;
    return result;
}

std::vector<EventId> first_events(std::size_t count) {
    std::vector<EventId> events;
    for (std::size_t i = 0; i < count; ++i) events.emplace_back(i);
    return events;
}

/// Each read before the writes that follow what it reads.
BitMatrix reads_before(const Execution& execution) {
    BitMatrix inverse(execution.reads_from.size()), result(execution.reads_from.size());
    transpose(execution.reads_from, inverse);
    compose(inverse, execution.modification_order, result);
    for (std::size_t i = 0; i < result.size(); ++i) result.reset(i, i);  // a read-modify-write
    return result;
}

/// Events one after the other such that `before` holds, halves of read-modify-writes together;
/// empty where there is no such sequence.
std::vector<std::size_t> sequence_of(const BitSet& events, const BitMatrix& before,
                                     const BitMatrix& rmw) {
    std::vector<std::size_t> sequence;
    BitSet open = events;
    const auto ready = [&](std::size_t event) {
        bool is_ready = open.test(event);
        open.for_each([&](std::size_t other) {
            if (other != event && before.test(other, event)) is_ready = false;
        });
        return is_ready;
    };
    while (!open.none()) {
        std::optional<std::size_t> next;
        if (!sequence.empty())
            rmw.for_each_in_row(sequence.back(), [&](std::size_t write) {
                if (ready(write)) next = write;
            });
        open.for_each([&](std::size_t event) {
            if (!next && ready(event)) next = event;
        });
        if (!next) return {};
        sequence.push_back(*next);
        open.reset(*next);
    }
    return sequence;
}

BitMatrix order_along(const std::vector<std::size_t>& sequence, const BitSet& members,
                      std::size_t size) {
    BitMatrix order(size);
    for (std::size_t i = 0; i < sequence.size(); ++i)
        for (std::size_t j = i + 1; j < sequence.size(); ++j)
            if (members.test(sequence[i]) && members.test(sequence[j]))
                order.set(sequence[i], sequence[j]);
    return order;
}

/// Guesses at an order of all events from which total orders may be taken: along the known total
/// orders, along an interleaving that explains the execution, along one that explains what is read.
std::vector<BitMatrix> guesses(const EventStructure& structure, const Execution& execution,
                               const std::vector<BitMatrix>& known_orders) {
    BitMatrix known = structure.sb;
    for (const BitMatrix& order : known_orders) known |= order;
    BitMatrix read = structure.sb;
    read |= execution.reads_from;
    BitMatrix interleaved = read;
    interleaved |= execution.modification_order;
    interleaved |= reads_before(execution);
    return {known, interleaved, read};
}

/// What a structure demands of an execution that is to count as an outcome.
bool is_finished(const EventStructure& structure, const Execution& execution) {
    const model::ExecutionValues values(execution);
    const auto holds = [&](litmus::TermId term) {
        return litmus::evaluate(structure.terms, term, values) != 0;
    };
    return holds(structure.filter) &&
           std::ranges::none_of(structure.bounds,
                                [&](const auto& bound) { return holds(bound.reached); });
}

}  // namespace

void Counterexamples::learn(const EventStructure& structure,
                            const std::vector<ChangedText::Fence>& fences,
                            const Execution& witness) {
    const std::vector<EventId> kept = kept_events(structure, fences);
    known_.push_front({count_++, moved(witness, kept, first_events(kept.size()), kept.size())});
    if (known_.size() > kMostKnown) known_.pop_back();
}

namespace {

/// The structure with each inserted fence taking place or not, as its choice says.
EventStructure with_choices(EventStructure structure,
                            const std::vector<ChangedText::Fence>& fences) {
    for (litmus::Event& event : structure.events)
        if (!event.initial && inserted_by(event, fences))
            event.guard = structure.terms.land(event.guard, structure.terms.choice(1));
    return structure;
}

}  // namespace

Trial::Trial(Counterexamples& counterexamples, EventStructure structure,
             const std::vector<ChangedText::Fence>& fences)
    : counterexamples_(counterexamples),
      structure_(with_choices(structure, fences)),
      kept_(kept_events(structure, fences)),
      evaluator_(counterexamples.model_, structure_) {
    for (const litmus::Event& event : structure.events)
        if (!event.initial)
            if (const auto change = inserted_by(event, fences))
                fences_[*change].push_back({event.id, event.guard});
}

bool Trial::refutes(const litmus::Changes& changes) {
    auto& all = counterexamples_.known_;
    for (auto known = all.begin(); known != all.end(); ++known) {
        const auto& execution = adapted(*known);
        if (!execution || !shows_failure(*execution, changes)) continue;
        all.splice(all.begin(), all, known);
        return true;
    }
    return false;
}

const std::optional<Execution>& Trial::adapted(const Counterexamples::Known& known) {
    const auto found = adapted_.find(known.number);
    if (found != adapted_.end()) return found->second;
    return adapted_.emplace(known.number, adapt(known.execution)).first->second;
}

/// The execution as one of this structure without inserted fences, if it is one.
std::optional<Execution> Trial::adapt(const Execution& known) const {
    if (known.executed.size() != kept_.size() ||
        known.final_values.size() != structure_.locations.size())
        return std::nullopt;
    Execution execution = moved(known, first_events(kept_.size()), kept_, structure_.size());
    if (!is_finished(structure_, execution) || !model::defects(structure_, execution).empty())
        return std::nullopt;
    return execution;
}

bool Trial::shows_failure(Execution execution, const litmus::Changes& changes) {
    const model::ExecutionValues values(execution);
    for (const Change& change : changes)
        if (const auto found = fences_.find(change); found != fences_.end())
            for (const FenceEvent& fence : found->second)
                if (litmus::evaluate(structure_.terms, fence.guard, values) != 0)
                    execution.executed.set(fence.event.index());
    const model::Program& program = counterexamples_.model_.program;
    const auto known_orders =
        std::exchange(execution.total_orders,
                      std::vector(program.total_orders.size(), BitMatrix(structure_.size())));
    evaluator_.evaluate(execution);
    const auto shows = [&] {
        return evaluator_.consistent() &&
               counterexamples_.shows_(structure_, execution, evaluator_) &&
               model::order_defects(program, evaluator_, execution).empty();
    };
    std::vector<BitSet> members;
    for (const model::TotalOrder& order : program.total_orders)
        members.push_back(evaluator_.set(order.over));
    if (std::ranges::all_of(members, [](const BitSet& set) { return set.count() < 2; }))
        return shows();
    for (const BitMatrix& guess : guesses(structure_, execution, known_orders)) {
        const auto sequence = sequence_of(execution.executed, guess, structure_.rmw);
        for (std::size_t i = 0; i < members.size(); ++i)
            execution.total_orders[i] = order_along(sequence, members[i], structure_.size());
        evaluator_.evaluate(execution);
        if (shows()) return true;
    }
    return false;
}

}  // namespace clmm::enumerator
