#include "groups/counters.h"

#include <algorithm>
#include <optional>

#include "clmm/base/bit_matrix.h"

namespace clmm::litmus {
namespace {

bool orders_beyond_groups(const EventStructure& structure, const Event& event) {
    const Scope scope = attributes(structure, event.id).scope;
    if (event.kind == EventKind::fence) return true;
    const bool is_barrier =
        event.kind == EventKind::barrier_entry || event.kind == EventKind::barrier_exit;
    // What orders a copy and its work-group has none.
    return is_barrier && scope != Scope::none && scope != Scope::work_group &&
           scope != Scope::sub_group;
}

/// Reads whose values are used, by EventId.
class UsedReads {
public:
    UsedReads(const Unfolding& unfolding, const std::vector<bool>& left_out)
        : terms_(unfolding.structure.terms),
          seen_(terms_.size()),
          used_(unfolding.recorder.size()) {
        const EventStructure& structure = unfolding.structure;
        for (const Event& event : structure.events) {
            add(event.guard);
            for (const Target& target : event.targets) add(target.when);
            if (event.kind == EventKind::write && !left_out[event.id.index()]) add(event.value);
        }
        for (const TermId each : structure.constraints) add(each);
        for (const UndefinedBehaviour& each : structure.undefined) add(each.when);
        for (const FreeChoice& each : structure.choices) add(each.when);
        for (const UnrollBound& each : structure.bounds) add(each.reached);
        for (const BarrierPair& each : structure.barriers) add(each.when);
        for (const GroupCall& each : unfolding.group_calls) {
            add(each.operand);
            add(each.broadcaster);
        }
        for (const AgreedCall& each : unfolding.agreed_calls)
            for (const AgreedCall::Argument& argument : each.arguments) add(argument.value);
        for (const ShuffleCall& each : unfolding.shuffles) {
            add(each.place);
            for (const auto& side : each.values)
                for (const TermId value : side) add(value);
        }
        while (!pending_.empty()) {
            const Term& term = terms_[pending_.back()];
            pending_.pop_back();
            if (term.op == TermOp::read_value) used_.set(term.payload);
            for (const TermId operand : {term.a, term.b, term.c}) add(operand);
        }
    }

    [[nodiscard]] bool test(EventId read) const { return used_.test(read.index()); }

private:
    void add(TermId term) {
        if (!term.valid() || seen_.test(term.index())) return;
        seen_.set(term.index());
        pending_.push_back(term);
    }

    const TermPool& terms_;
    BitSet seen_, used_;
    std::vector<TermId> pending_;
};

/// An access that may be one of a counter, as far as it shows itself.
bool counts(const EventStructure& structure, const Event& event, bool is_half) {
    const OpenClAttributes& known = attributes(structure, event.id);
    return is_half && known.atomic && known.order == Order::relaxed && known.regions.global &&
           (known.scope == Scope::device || known.scope == Scope::all);
}

std::vector<bool> look_like_counters(const EventStructure& structure,
                                     const std::vector<bool>& is_half) {
    std::vector<bool> result(structure.locations.size(), true);
    std::vector<std::optional<Scope>> scopes(structure.locations.size());
    for (const Event& event : structure.events)
        for (const Target& target : event.targets) {
            std::optional<Scope>& scope = scopes[target.location.index()];
            if (!scope) scope = attributes(structure, event.id).scope;
            if (!counts(structure, event, is_half[event.id.index()]) ||
                scope != attributes(structure, event.id).scope)
                result[target.location.index()] = false;
        }
    return result;
}

/// Takes away those whose values matter, where what is written to the rest does not; whether there
/// were any.
bool leave_out_used(const Unfolding& unfolding, const std::vector<bool>& is_half,
                    std::vector<bool>& are_counters) {
    const EventStructure& structure = unfolding.structure;
    const auto is_counter = [&](const Target& target) {
        return are_counters[target.location.index()];
    };
    std::vector<bool> counting(structure.size());
    for (const Event& event : structure.events)
        counting[event.id.index()] =
            is_half[event.id.index()] && std::ranges::all_of(event.targets, is_counter);
    const UsedReads used(unfolding, counting);
    bool is_fewer = false;
    for (const Event& event : structure.events) {
        if (event.kind != EventKind::read || (counting[event.id.index()] && !used.test(event.id)))
            continue;
        for (const Target& target : event.targets) {
            is_fewer = is_fewer || is_counter(target);
            are_counters[target.location.index()] = false;
        }
    }
    return is_fewer;
}

}  // namespace

std::vector<bool> counters(const Unfolding& unfolding) {
    const EventStructure& structure = unfolding.structure;
    std::vector<bool> none(structure.locations.size());
    for (const Event& event : structure.events)
        if (orders_beyond_groups(structure, event)) return none;
    std::vector<bool> is_half(structure.size());
    for (const auto& [read, write] : unfolding.recorder.halves())
        is_half[read.index()] = is_half[write.index()] = true;
    std::vector<bool> result = look_like_counters(structure, is_half);
    while (leave_out_used(unfolding, is_half, result)) {
    }
    return result;
}

}  // namespace clmm::litmus
