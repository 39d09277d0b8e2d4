#include "groups/meetings.h"

#include <algorithm>
#include <optional>

#include "groups/meeting_graph.h"

namespace clmm::litmus {
namespace {

/// Whether `function` is its whole name: of copies and of blocks.
bool is_named_in_full(const Meeting& meeting) {
    return meeting.function.starts_with("async_") || meeting.function.starts_with("wait_") ||
           meeting.function.starts_with("intel_");
}

std::string name_of(const Meeting& meeting) {
    if (meeting.function.empty()) return "barrier";
    if (is_named_in_full(meeting)) return meeting.function;
    return (meeting.kind == BarrierKind::work_group ? "work_group_" : "sub_group_") +
           meeting.function;
}

constexpr unsigned kRankWidth = 16;

/// Work-items of one kernel-instance run the same text; threads of a test have each their own.
bool runs_kernel(const Unfolding& unfolding, UnitId unit) {
    return unit.index() >= unfolding.test.units.size();
}

/// Work on all meetings of an unfolding that has run.
class Meetings {
public:
    explicit Meetings(Unfolding& unfolding)
        : unfolding_(unfolding),
          structure_(unfolding.structure),
          terms_(unfolding.structure.terms),
          graph_(unfolding) {}

    void operator()() {
        for (const Meeting& from : unfolding_.meetings)
            for (const Meeting& to : unfolding_.meetings) pair(from, to);
        all_come_.assign(unfolding_.meetings.size(), terms_.boolean(true));
        for (std::size_t m = 0; m < unfolding_.meetings.size(); ++m)
            if (unfolding_.meetings[m].passes.valid()) say_who_passes(m);
        for (std::size_t m = 0; m < unfolding_.meetings.size(); ++m) check_divergence(m);
    }

private:
    const Meeting& at(std::size_t meeting) const { return unfolding_.meetings[meeting]; }

    void pair(const Meeting& from, const Meeting& to) {
        if (!from.exit.valid() || !to.exit.valid() || from.unit == to.unit ||
            !may_meet(unfolding_, from, to.unit))
            return;
        const TermId same = same_instance(unfolding_, from, to);
        if (!terms_.is_false(same)) structure_.barriers.push_back({from.event, to.exit, same});
    }

    /// When another unit comes to the instance.
    TermId comes_too(const Meeting& meeting, UnitId unit) {
        const auto known = comes_too_.find({meeting.event, unit});
        if (known != comes_too_.end()) return known->second;
        TermId result = terms_.boolean(false);
        for (const std::size_t other : graph_.of(unit)) {
            const TermId same = same_instance(unfolding_, meeting, at(other));
            result = terms_.lor(result, terms_.land(comes(unfolding_, at(other)), same));
        }
        return comes_too_[{meeting.event, unit}] = result;
    }

    std::vector<UnitId> others(const Meeting& meeting) const {
        std::vector<UnitId> units;
        for (const Unit& unit : structure_.units)
            if (may_meet(unfolding_, meeting, unit.id)) units.push_back(unit.id);
        return units;
    }

    /// All must come; and where no common choice says that those who have come pass together, or
    /// where it has to be said that nobody passes, they do once all have come.
    void say_who_passes(std::size_t number) {
        const Meeting& meeting = at(number);
        TermId& all = all_come_[number];
        for (const UnitId unit : others(meeting)) {
            const TermId comes = comes_too(meeting, unit);
            constrain(terms_.lor(terms_.lnot(meeting.passes), comes));
            all = terms_.land(all, comes);
        }
        for (UnrollBound& bound : structure_.bounds)
            if (bound.reached == waits(meeting))
                bound.forever = terms_.land(bound.reached, terms_.lnot(all));
        if (!instance_key(unfolding_, meeting) || graph_.is_crossed(number))
            constrain(terms_.lor(meeting.passes,
                                 terms_.lnot(terms_.land(comes(unfolding_, meeting), all))));
        if (graph_.is_crossed(number)) rank(number);
    }

    void constrain(TermId holds) {
        if (!terms_.is_true(holds) && constrained_.insert(holds).second)
            structure_.constraints.push_back(holds);
    }

    // ---- crossed meetings ----

    TermId rank_of(const Meeting& meeting) {
        auto known = ranks_.find(meeting.passes);
        if (known == ranks_.end())
            known = ranks_.emplace(meeting.passes, terms_.choice(kRankWidth)).first;
        return known->second;
    }

    /// What passes is ranked above what its units have passed before.
    void rank(std::size_t number) {
        const Meeting& meeting = at(number);
        for (const std::size_t before : graph_.of(meeting.unit)) {
            if (before == number) break;
            if (!at(before).passes.valid() || !graph_.is_crossed(before)) continue;
            const TermId both =
                terms_.land(meeting.passes,
                            terms_.land(comes(unfolding_, meeting), comes(unfolding_, at(before))));
            constrain(terms_.lor(
                terms_.lnot(both),
                terms_.binary(TermOp::unsigned_less, rank_of(at(before)), rank_of(meeting))));
        }
        for (const UnitId unit : others(meeting))
            for (const std::size_t other : graph_.of(unit)) {
                if (!at(other).passes.valid()) continue;
                const TermId same = terms_.land(
                    meeting.passes, terms_.land(comes(unfolding_, at(other)),
                                                same_instance(unfolding_, meeting, at(other))));
                constrain(terms_.lor(terms_.lnot(same),
                                     terms_.equal(rank_of(meeting), rank_of(at(other)))));
            }
    }

    // ---- divergence ----

    TermId waits(const Meeting& meeting) {
        if (!meeting.passes.valid()) return terms_.boolean(false);
        return terms_.land(comes(unfolding_, meeting), terms_.lnot(meeting.passes));
    }

    TermId state(const std::map<UnitId, TermId>& of, UnitId unit) const {
        const auto found = of.find(unit);
        return found == of.end() ? terms_.boolean(false) : found->second;
    }

    void check_divergence(std::size_t number) {
        const Meeting meeting = at(number);
        for (const UnitId unit : others(meeting)) {
            const TermId missing =
                terms_.land(comes(unfolding_, meeting), terms_.lnot(comes_too(meeting, unit)));
            const TermId diverges = terms_.land(missing, never_comes(number, unit));
            if (terms_.is_false(diverges)) continue;
            structure_.undefined.push_back(
                {"barrier-divergence",
                 structure_.units[meeting.unit.index()].name + " waits at " + called(meeting) +
                     " that " + structure_.units[unit.index()].name + " does not reach",
                 diverges, meeting.span});
        }
    }

    /// When a unit that has not come to the meeting will not: it has ended, or waits elsewhere, for
    /// ever or with nothing in its text behind that. Who was left at the bound of a loop might
    /// come.
    TermId never_comes(std::size_t number, UnitId unit) {
        const Meeting& meeting = at(number);
        if (!meeting.passes.valid()) return terms_.lnot(state(unfolding_.stopped, unit));
        TermId result = state(unfolding_.ended, unit);
        const auto& sequence = graph_.of(unit);
        for (std::size_t i = 0; i < sequence.size(); ++i) {
            const TermId stays =
                follows(meeting, sequence, i) ? terms_.lnot(may_go_on(unit)) : terms_.boolean(true);
            result = terms_.lor(result, terms_.land(waits(at(sequence[i])), stays));
        }
        return result;
    }

    /// Whether the unit may come to the meeting after the one that is `place`-th in its sequence.
    bool follows(const Meeting& meeting, const std::vector<std::size_t>& sequence,
                 std::size_t place) {
        const UnitId unit = at(sequence[place]).unit;
        if (at(sequence[place]).stopped != state(unfolding_.stopped, unit)) return true;
        for (std::size_t i = place + 1; i < sequence.size(); ++i)
            if (!terms_.is_false(same_instance(unfolding_, meeting, at(sequence[i])))) return true;
        return false;
    }

    /// When a unit is at the bound of a loop, or waits for one that may go on.
    TermId may_go_on(UnitId unit) {
        if (!may_go_on_.empty()) return state(may_go_on_, unit);
        may_go_on_ = unfolding_.stopped;
        for (std::size_t round = 0; round < largest_group(); ++round) {
            std::map<UnitId, TermId> next = may_go_on_;
            for (std::size_t m = 0; m < unfolding_.meetings.size(); ++m) {
                if (!at(m).passes.valid()) continue;
                TermId some = all_come_[m];
                for (const UnitId other : others(at(m)))
                    some = terms_.lor(some, terms_.land(state(may_go_on_, other),
                                                        terms_.lnot(comes_too(at(m), other))));
                TermId& own = next[at(m).unit];
                own = terms_.lor(own, terms_.land(waits(at(m)), some));
            }
            if (next == may_go_on_) break;
            may_go_on_ = std::move(next);
        }
        return state(may_go_on_, unit);
    }

    std::size_t largest_group() const {
        std::size_t largest = 0;
        for (const Meeting& meeting : unfolding_.meetings) {
            if (!meeting.passes.valid()) continue;
            const Unit& own = structure_.units[meeting.unit.index()];
            const auto members = std::ranges::count_if(
                structure_.units, [&](const Unit& unit) { return same_work_group(own, unit); });
            largest = std::max(largest, static_cast<std::size_t>(members));
        }
        return largest;
    }

    Unfolding& unfolding_;
    EventStructure& structure_;
    TermPool& terms_;
    MeetingGraph graph_;
    std::set<TermId> constrained_;
    std::map<TermId, TermId> ranks_;
    std::map<UnitId, TermId> may_go_on_;
    std::vector<TermId> all_come_;  ///< by meeting: when all others come, too
    std::map<std::pair<EventId, UnitId>, TermId> comes_too_;
};

// ---- blocking meetings ----

/// Whether a unit may have been left at the bound of a loop before it comes to the instance.
bool may_stay_before(const Unfolding& unfolding, const MeetingGraph& graph, std::size_t number,
                     UnitId unit) {
    const TermPool& terms = unfolding.structure.terms;
    bool has_match = false;
    for (const std::size_t other : graph.of(unit)) {
        if (graph.instance(other) != graph.instance(number)) continue;
        has_match = true;
        if (!terms.is_false(unfolding.meetings[other].stopped)) return true;
    }
    const auto stopped = unfolding.stopped.find(unit);
    return !has_match && stopped != unfolding.stopped.end() && !terms.is_false(stopped->second);
}

bool blocks(const Unfolding& unfolding, const MeetingGraph& graph, std::size_t number) {
    if (graph.is_crossed(number)) return true;
    const Meeting& meeting = unfolding.meetings[number];
    for (const Unit& unit : unfolding.structure.units)
        if (may_meet(unfolding, meeting, unit.id) &&
            (may_stay_before(unfolding, graph, number, unit.id) ||
             may_stay_before(unfolding, graph, number, meeting.unit)))
            return true;
    return false;
}

/// What comes after a blocking meeting in some unit keeps the others waiting, too.
void spread(const Unfolding& unfolding, const MeetingGraph& graph,
            std::set<std::size_t>& blocking) {
    for (bool grows = true; grows;) {
        grows = false;
        for (const Unit& unit : unfolding.structure.units) {
            bool after = false;
            for (const std::size_t m : graph.of(unit.id)) {
                if (after) grows = blocking.insert(graph.instance(m)).second || grows;
                after = after || blocking.contains(graph.instance(m));
            }
        }
    }
}

}  // namespace

std::string called(const Meeting& meeting) {
    return (is_named_in_full(meeting) ? "" : "a ") + name_of(meeting);
}

std::optional<std::string> instance_key(const Unfolding& unfolding, const Meeting& meeting) {
    const Unit& unit = unfolding.structure.units[meeting.unit.index()];
    std::string key = name_of(meeting);
    const auto add = [&](std::uint64_t number) { key += " " + std::to_string(number); };
    for (const std::uint32_t number : {unit.device, unit.kernel, unit.work_group}) add(number);
    add(meeting.kind == BarrierKind::sub_group ? 1 + std::uint64_t{unit.sub_group} : 0);
    if (runs_kernel(unfolding, meeting.unit)) {
        for (const auto& [call, iteration] : meeting.path) {
            add(reinterpret_cast<std::uintptr_t>(call));
            add(iteration);
        }
        return key;
    }
    const TermPool& terms = unfolding.structure.terms;
    if (!terms.is_constant(meeting.ordinal)) return std::nullopt;
    add(terms[meeting.ordinal].payload);
    return key + " " + meeting.label;
}

bool may_meet(const Unfolding& unfolding, const Meeting& meeting, UnitId unit) {
    const Unit& own = unfolding.structure.units[meeting.unit.index()];
    const Unit& other = unfolding.structure.units[unit.index()];
    if (unit == meeting.unit || other.kind != UnitKind::work_item) return false;
    return meeting.kind == BarrierKind::work_group ? same_work_group(own, other)
                                                   : same_sub_group(own, other);
}

TermId same_instance(Unfolding& unfolding, const Meeting& a, const Meeting& b) {
    TermPool& terms = unfolding.structure.terms;
    if (a.kind != b.kind || a.function != b.function) return terms.boolean(false);
    if (runs_kernel(unfolding, a.unit) && runs_kernel(unfolding, b.unit))
        return terms.boolean(a.path == b.path);
    if (a.label != b.label) return terms.boolean(false);
    return terms.equal(a.ordinal, b.ordinal);
}

TermId comes(const Unfolding& unfolding, const Meeting& meeting) {
    return unfolding.structure[meeting.event].guard;
}

TermId when_passed(Unfolding& unfolding, const Meeting& meeting) {
    if (!unfolding.blocking.contains({meeting.unit, meeting.path})) return {};
    const auto key = instance_key(unfolding, meeting);
    if (!key) return unfolding.structure.terms.choice(1);
    const auto known = unfolding.passes.find(*key);
    if (known != unfolding.passes.end()) return known->second;
    return unfolding.passes[*key] = unfolding.structure.terms.choice(1);
}

void relate_meetings(Unfolding& unfolding) {
    if (unfolding.meetings.empty()) return;
    Meetings{unfolding}();
    constrain_group_functions(unfolding);
}

bool learn_blocking(Unfolding& unfolding, std::set<MeetingKey>& known) {
    if (unfolding.meetings.empty()) return false;
    const MeetingGraph graph(unfolding);
    std::set<std::size_t> blocking;
    for (std::size_t m = 0; m < unfolding.meetings.size(); ++m)
        if (blocks(unfolding, graph, m)) blocking.insert(graph.instance(m));
    spread(unfolding, graph, blocking);
    const std::size_t before = known.size();
    const auto is_alone = [&](const Meeting& meeting) {
        return std::ranges::none_of(unfolding.structure.units, [&](const Unit& unit) {
            return may_meet(unfolding, meeting, unit.id);
        });
    };
    for (std::size_t m = 0; m < unfolding.meetings.size(); ++m)
        if (blocking.contains(graph.instance(m)) && !is_alone(unfolding.meetings[m]))
            known.insert({unfolding.meetings[m].unit, unfolding.meetings[m].path});
    return known.size() != before;
}

}  // namespace clmm::litmus
