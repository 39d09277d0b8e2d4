#include "barriers.h"

namespace clmm::litmus {
namespace {

/// Work-items of one kernel-instance run the same text; threads of a test have each their own.
bool share_text(const Unfolding& unfolding, UnitId a, UnitId b) {
    const std::size_t threads = unfolding.test.units.size();
    return a.index() >= threads && b.index() >= threads;
}

bool in_one_group(const Unfolding& unfolding, BarrierKind kind, UnitId a, UnitId b) {
    const Unit& first = unfolding.structure.units[a.index()];
    const Unit& second = unfolding.structure.units[b.index()];
    return kind == BarrierKind::work_group ? same_work_group(first, second)
                                           : same_sub_group(first, second);
}

/// When two barriers are the same instance, provided both take place.
template <class Record>
TermId same_instance(Unfolding& unfolding, const Record& a, const Record& b) {
    TermPool& terms = unfolding.structure.terms;
    if (a.kind != b.kind) return terms.boolean(false);
    if (share_text(unfolding, a.unit, b.unit)) return terms.boolean(a.path == b.path);
    if (a.label != b.label) return terms.boolean(false);
    return terms.equal(a.ordinal, b.ordinal);
}

void pair(Unfolding& unfolding, const BarrierRecord& from, const BarrierRecord& to) {
    if (from.unit == to.unit || !in_one_group(unfolding, from.kind, from.unit, to.unit)) return;
    const TermId same = same_instance(unfolding, from, to);
    if (!unfolding.structure.terms.is_false(same))
        unfolding.structure.barriers.push_back({from.entry, to.exit, same});
}

TermId guard_of(const Unfolding& unfolding, const BarrierRecord& barrier) {
    return unfolding.structure[barrier.entry].guard;
}

TermId guard_of(const Unfolding& unfolding, const GroupCall& call) {
    return unfolding.structure[call.event].guard;
}

/// When a unit does not come to an instance that another executes. A unit that was stopped at
/// the bound of a loop might still come.
template <class Record>
TermId misses(Unfolding& unfolding, const std::vector<Record>& all, const Record& record,
              UnitId unit) {
    TermPool& terms = unfolding.structure.terms;
    TermId comes = unfolding.stopped[unit];
    for (const Record& other : all) {
        if (other.unit != unit) continue;
        const TermId same = same_instance(unfolding, record, other);
        comes = terms.lor(comes, terms.land(guard_of(unfolding, other), same));
    }
    return terms.lnot(comes);
}

std::string name_of(const GroupCall& call) {
    return (call.kind == BarrierKind::work_group ? "work_group_" : "sub_group_") + call.function;
}

template <class Record>
void check_divergence(Unfolding& unfolding, const std::vector<Record>& all, const Record& record,
                      const char* what) {
    TermPool& terms = unfolding.structure.terms;
    for (const Unit& unit : unfolding.structure.units) {
        if (unit.id == record.unit || !in_one_group(unfolding, record.kind, record.unit, unit.id))
            continue;
        const TermId diverges =
            terms.land(guard_of(unfolding, record), misses(unfolding, all, record, unit.id));
        if (terms.is_false(diverges)) continue;
        unfolding.structure.undefined.push_back(
            {"barrier-divergence",
             unfolding.structure.units[record.unit.index()].name + " waits at a " + what +
                 " that " + unit.name + " does not reach",
             diverges, record.span});
    }
}

// ---- the values of group functions ----

/// What the members of a group bring to one call, by their position in the group.
class GroupValue {
public:
    GroupValue(Unfolding& unfolding, const GroupCall& call)
        : unfolding_(unfolding), terms_(unfolding.structure.terms), call_(call) {}

    TermId operator()() {
        collect();
        const std::string_view name = call_.function;
        if (name == "broadcast") return broadcast();
        if (name == "all" || name == "any") return predicate(name == "all");
        const std::string_view operation = name.substr(name.rfind('_') + 1);
        if (name.starts_with("reduce")) return fold(operation, members_.size());
        return fold(operation, own_ + (name.starts_with("scan_inclusive") ? 1 : 0));
    }

private:
    struct Member {
        TermId value;
        TermId comes;
    };

    void collect() {
        for (const Unit& unit : unfolding_.structure.units) {
            const bool is_own = unit.id == call_.unit;
            if (!is_own && !in_one_group(unfolding_, call_.kind, call_.unit, unit.id)) continue;
            if (is_own) own_ = members_.size();
            members_.push_back(is_own ? Member{call_.operand, terms_.boolean(true)}
                                      : other_member(unit.id));
        }
    }

    Member other_member(UnitId unit) {
        Member member{{}, terms_.boolean(false)};
        for (const GroupCall& other : unfolding_.group_calls) {
            if (other.unit != unit || other.function != call_.function) continue;
            const TermId same =
                terms_.land(guard_of(unfolding_, other), same_instance(unfolding_, call_, other));
            if (terms_.is_false(same)) continue;
            unfolding_.recorder.depend_like(other.event, call_.event);
            member.value = member.value.valid()
                               ? terms_.if_then_else(same, other.operand, member.value)
                               : other.operand;
            member.comes = terms_.lor(member.comes, same);
        }
        return member;
    }

    /// Who does not come brings nothing; that is divergence, and reported as such.
    TermId predicate(bool is_all) {
        TermId result = terms_.boolean(is_all);
        for (const Member& member : members_) {
            if (!member.value.valid()) continue;
            result = is_all ? terms_.land(result, member.value) : terms_.lor(result, member.value);
        }
        return terms_.if_then_else(result, terms_.constant(1, call_.type->width),
                                   terms_.constant(0, call_.type->width));
    }

    TermId broadcast() {
        TermId result = terms_.constant(0, call_.type->width);
        for (std::size_t i = 0; i < members_.size(); ++i) {
            if (!members_[i].value.valid()) continue;
            const TermId here = terms_.equal(call_.broadcaster, terms_.constant(i, 64));
            result = terms_.if_then_else(here, members_[i].value, result);
        }
        return result;
    }

    TermId fold(std::string_view operation, std::size_t count) {
        TermId result = identity(operation);
        for (std::size_t i = 0; i < count; ++i)
            if (members_[i].value.valid()) result = combine(operation, result, members_[i].value);
        return result;
    }

    TermId identity(std::string_view operation) {
        const unsigned width = call_.type->width;
        const std::uint64_t ones =
            width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
        const std::uint64_t sign = std::uint64_t{1} << (width - 1);
        const bool is_signed = call_.type->is_signed;
        if (operation == "min") return terms_.constant(is_signed ? ones & ~sign : ones, width);
        if (operation == "max") return terms_.constant(is_signed ? sign : 0, width);
        return terms_.constant(0, width);
    }

    TermId combine(std::string_view operation, TermId a, TermId b) {
        if (operation == "add") return terms_.binary(TermOp::add, a, b);
        const TermOp less = call_.type->is_signed ? TermOp::signed_less : TermOp::unsigned_less;
        const TermId first_is_less = terms_.binary(less, a, b);
        return operation == "min" ? terms_.if_then_else(first_is_less, a, b)
                                  : terms_.if_then_else(first_is_less, b, a);
    }

    Unfolding& unfolding_;
    TermPool& terms_;
    const GroupCall& call_;
    std::vector<Member> members_;
    std::size_t own_ = 0;
};

void constrain_group_functions(Unfolding& unfolding) {
    TermPool& terms = unfolding.structure.terms;
    for (const GroupCall& call : unfolding.group_calls) {
        const TermId value = GroupValue(unfolding, call)();
        unfolding.structure.constraints.push_back(
            terms.lor(terms.lnot(guard_of(unfolding, call)), terms.equal(call.result, value)));
    }
}

}  // namespace

void pair_barriers(Unfolding& unfolding) {
    for (const BarrierRecord& from : unfolding.barriers)
        for (const BarrierRecord& to : unfolding.barriers) pair(unfolding, from, to);
    for (const BarrierRecord& barrier : unfolding.barriers)
        check_divergence(unfolding, unfolding.barriers, barrier, "barrier");
    for (const GroupCall& call : unfolding.group_calls)
        check_divergence(unfolding, unfolding.group_calls, call, name_of(call).c_str());
    constrain_group_functions(unfolding);
}

}  // namespace clmm::litmus
