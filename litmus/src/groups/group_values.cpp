// What group functions yield, once all work-items of the group have run.
#include "clmm/language/builtins.h"
#include "groups/meetings.h"

namespace clmm::litmus {
namespace {

/// What the members of a group bring to one call, by their position in the group.
class GroupValue {
public:
    GroupValue(Unfolding& unfolding, const GroupCall& call)
        : unfolding_(unfolding),
          terms_(unfolding.structure.terms),
          call_(call),
          meeting_(unfolding.meetings[call.meeting]) {}

    TermId operator()() {
        collect();
        const language::GroupFunction& function = call_.function;
        switch (function.kind) {
            case Kind::broadcast:
                return broadcast();
            case Kind::all:
            case Kind::any:
                return predicate(function.kind == Kind::all);
            case Kind::reduce:
                return fold(function.combine, members_.size());
            default:
                return fold(function.combine,
                            own_ + (function.kind == Kind::scan_inclusive ? 1 : 0));
        }
    }

private:
    using Kind = language::GroupFunction::Kind;
    using Combine = language::GroupFunction::Combine;
    struct Member {
        TermId value;
    };

    void collect() {
        for (const Unit& unit : unfolding_.structure.units) {
            const bool is_own = unit.id == meeting_.unit;
            if (!is_own && !may_meet(unfolding_, meeting_, unit.id)) continue;
            if (is_own) own_ = members_.size();
            members_.push_back(is_own ? Member{call_.operand} : other_member(unit.id));
        }
    }

    Member other_member(UnitId unit) {
        Member member;
        for (const GroupCall& other : unfolding_.group_calls) {
            const Meeting& at = unfolding_.meetings[other.meeting];
            if (at.unit != unit) continue;
            const TermId same =
                terms_.land(comes(unfolding_, at), same_instance(unfolding_, meeting_, at));
            if (terms_.is_false(same)) continue;
            unfolding_.recorder.depend_like(at.event, meeting_.event);
            member.value = member.value.valid()
                               ? terms_.if_then_else(same, other.operand, member.value)
                               : other.operand;
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
        return terms_.if_then_else(result, terms_.constant(1, call_.type->width()),
                                   terms_.constant(0, call_.type->width()));
    }

    TermId broadcast() {
        TermId result = terms_.constant(0, call_.type->width());
        for (std::size_t i = 0; i < members_.size(); ++i) {
            if (!members_[i].value.valid()) continue;
            const TermId here = terms_.equal(call_.broadcaster, terms_.constant(i, 64));
            result = terms_.if_then_else(here, members_[i].value, result);
        }
        return result;
    }

    TermId fold(Combine operation, std::size_t count) {
        TermId result = identity(operation);
        for (std::size_t i = 0; i < count; ++i)
            if (members_[i].value.valid()) result = combine(operation, result, members_[i].value);
        return result;
    }

    TermId identity(Combine operation) {
        const unsigned width = call_.type->width();
        const std::uint64_t ones =
            width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
        const std::uint64_t sign = std::uint64_t{1} << (width - 1);
        const bool is_signed = call_.type->is_signed();
        if (operation == Combine::min)
            return terms_.constant(is_signed ? ones & ~sign : ones, width);
        if (operation == Combine::max) return terms_.constant(is_signed ? sign : 0, width);
        return terms_.constant(0, width);
    }

    TermId combine(Combine operation, TermId a, TermId b) {
        if (operation == Combine::add) return terms_.binary(TermOp::add, a, b);
        const TermOp less = call_.type->is_signed() ? TermOp::signed_less : TermOp::unsigned_less;
        const TermId first_is_less = terms_.binary(less, a, b);
        return operation == Combine::min ? terms_.if_then_else(first_is_less, a, b)
                                         : terms_.if_then_else(first_is_less, b, a);
    }

    Unfolding& unfolding_;
    TermPool& terms_;
    const GroupCall& call_;
    const Meeting& meeting_;
    std::vector<Member> members_;
    std::size_t own_ = 0;
};

}  // namespace

void constrain_group_functions(Unfolding& unfolding) {
    TermPool& terms = unfolding.structure.terms;
    for (const GroupCall& call : unfolding.group_calls) {
        const TermId value = GroupValue(unfolding, call)();
        const TermId called = comes(unfolding, unfolding.meetings[call.meeting]);
        unfolding.structure.constraints.push_back(
            terms.lor(terms.lnot(called), terms.equal(call.result, value)));
    }
}

}  // namespace clmm::litmus
