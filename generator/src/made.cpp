#include <utility>

#include "dressing.h"

namespace clmm::generator {
namespace {

/// A read-modify-write, by its number in Clothes.
struct Operation {
    Modification modification = Modification::none;  ///< none: a compare-exchange
    bool is_used = true;
    std::size_t failure = 0;  ///< of a compare-exchange: index of its failing order

    Operation(const Space& space, std::size_t number) {
        const std::size_t count = space.modifications.size();
        const std::size_t others = count * (space.unused_results ? 2 : 1);
        if (number < others) {
            modification = space.modifications[number % count];
            is_used = number < count;
        } else {
            failure = number - others;
        }
    }
};

/// What is written to a location: by the i-th write the i-th bit.
///
/// Idea     an `and` shows only in a bit that was there. Where a location has one, another bit for
///          each write is set from the beginning, and by all that stores; the i-th write, if it is
///          an `and`, takes the i-th of these away and leaves all else.
class Values {
public:
    Values(std::size_t writes, bool has_and)
        : low_((std::int64_t{1} << writes) - 1),
          writes_(writes),
          high_(has_and ? low_ << writes : 0) {}

    [[nodiscard]] std::int64_t initial() const { return high_; }

    /// Of the next write.
    std::int64_t next(Modification modification) {
        const std::int64_t own = std::int64_t{1} << made_++;
        if (modification == Modification::bit_and) return (low_ | high_) & ~(own << writes_);
        return stores(modification) ? own | high_ : own;
    }

private:
    static bool stores(Modification modification) {
        return modification == Modification::none || modification == Modification::exchange;
    }

    std::int64_t low_;
    std::size_t writes_;
    std::int64_t high_;
    std::size_t made_ = 0;
};

std::vector<Values> values_of(const Space& space, const Dressed& dressed) {
    const std::size_t count = dressed.plain.size();
    std::vector<std::size_t> writes(count, 0);
    std::vector<bool> has_and(count, false);
    for (std::size_t i = 0; i < dressed.shape->size(); ++i)
        for (std::size_t at = 0; at < (*dressed.shape)[i].size(); ++at) {
            const ShapeItem& item = (*dressed.shape)[i][at];
            if (item.access == Access::read) continue;
            ++writes[item.location];
            if (item.access == Access::modify &&
                Operation(space, dressed.clothes[i][at].operation).modification ==
                    Modification::bit_and)
                has_and[item.location] = true;
        }
    std::vector<Values> all;
    for (std::size_t i = 0; i < count; ++i) all.emplace_back(writes[i], has_and[i]);
    return all;
}

/// One thread's statements from its clothes.
class Tailor {
public:
    Tailor(const Space& space, const Dressed& dressed, std::vector<Values>& values)
        : space_(space), dressed_(dressed), values_(values) {}

    std::vector<Statement> thread(std::size_t thread) {
        const auto& items = (*dressed_.shape)[thread];
        meeting_ = dressed_.meeting.before[thread];
        std::vector<Statement> made = rest(items, dressed_.clothes[thread], 0);
        if (meeting_ == items.size() + 1) made.push_back(barrier());
        return made;
    }

private:
    /// From an access on; what follows a guard is inside its branch.
    std::vector<Statement> rest(const std::vector<ShapeItem>& items,
                                const std::vector<Clothes>& clothes, std::size_t from) {
        std::vector<Statement> made;
        for (std::size_t i = from; i < items.size(); ++i) {
            if (meeting_ == i + 1) {
                made.push_back(barrier());
                meeting_ = 0;
            }
            const bool begins_branch = clothes[i].guard != Guard::none && i != guarded_;
            if (begins_branch) {
                guarded_ = i;
                Statement branch{.kind = Kind::branch, .value = condition(clothes[i].guard)};
                branch.when_true = rest(items, clothes, i);
                made.push_back(std::move(branch));
                return made;
            }
            if (clothes[i].fence != 0) made.push_back(fence(items, clothes[i]));
            access(items[i], clothes[i], made);
        }
        return made;
    }

    [[nodiscard]] Value condition(Guard guard) const {
        Value value{.kind = Value::Kind::binary,
                    .op = guard == Guard::zero ? Operator::equal : Operator::not_equal};
        value.parts = {Value::of_register(last_), Value::number(values_[last_location_].initial())};
        return value;
    }

    /// … about the regions that the program uses.
    Statement barrier() const {
        Statement made{.kind = Kind::barrier,
                       .order = MemoryOrder::acq_rel,
                       .scope = space_.scopes[dressed_.meeting.scope]};
        for (const std::uint8_t local : dressed_.local)
            (local != 0 ? made.flags.local : made.flags.global) = true;
        return narrowed(made, dressed_.meeting.flags);
    }

    static Statement narrowed(Statement made, std::uint8_t flags) {
        if (flags == only_global) made.flags.local = false;
        if (flags == only_local) made.flags.global = false;
        return made;
    }

    /// A fence is about the regions that its thread uses.
    Statement fence(const std::vector<ShapeItem>& items, const Clothes& clothes) const {
        Statement made{.kind = Kind::fence,
                       .order = space_.fence_orders[clothes.fence - 1U],
                       .scope = space_.scopes[clothes.fence_scope]};
        for (const ShapeItem& each : items)
            (dressed_.local[each.location] != 0 ? made.flags.local : made.flags.global) = true;
        return narrowed(made, clothes.fence_flags);
    }

    void access(const ShapeItem& item, const Clothes& clothes, std::vector<Statement>& body) {
        Statement made{.is_atomic = dressed_.plain[item.location] == 0,
                       .scope = space_.scopes[clothes.scope],
                       .location = location_name(item.location)};
        if (clothes.address != 0) made.offset = last_;
        if (item.access == Access::read) {
            made.kind = Kind::load;
            made.order = space_.load_orders[clothes.order];
            made.result = fresh(item);
        } else if (item.access == Access::write) {
            made.kind = Kind::store;
            made.order = space_.store_orders[clothes.order];
            made.value = written(item, clothes, Modification::none);
        } else {
            made.order = space_.modify_orders[clothes.order];
            modify(made, item, clothes, body);
        }
        body.push_back(std::move(made));
    }

    [[nodiscard]] Value written(const ShapeItem& item, const Clothes& clothes,
                                Modification modification) {
        Value value = Value::number(values_[item.location].next(modification));
        return clothes.data != 0 ? computed(std::move(value)) : value;
    }

    /// The value, by way of the last register.
    [[nodiscard]] Value computed(Value value) const {
        const Value reg = Value::of_register(last_);
        Value zero{.kind = Value::Kind::binary, .op = Operator::bit_xor, .parts = {reg, reg}};
        return {.kind = Value::Kind::binary, .parts = {std::move(zero), std::move(value)}};
    }

    void modify(Statement& made, const ShapeItem& item, const Clothes& clothes,
                std::vector<Statement>& body) {
        const Operation operation(space_, clothes.operation);
        made.value = written(item, clothes, operation.modification);
        if (operation.modification != Modification::none) {
            made.kind = Kind::modify;
            made.modification = operation.modification;
            if (operation.is_used) made.result = fresh(item);
            return;
        }
        made.kind = Kind::compare_exchange;
        made.failure = failure_orders()[operation.failure];
        made.result = fresh(item);
        made.expected = Value::of_register(made.result);
        const std::int64_t initial = values_[item.location].initial();
        if (initial != 0)  // which the register is not yet
            body.push_back(
                {.kind = Kind::compute, .result = made.result, .value = Value::number(initial)});
    }

    std::string fresh(const ShapeItem& item) {
        last_location_ = item.location;
        return last_ = "r" + std::to_string(registers_++);
    }

    const Space& space_;
    const Dressed& dressed_;
    std::vector<Values>& values_;
    std::size_t registers_ = 0;
    std::size_t guarded_ = 0;
    std::size_t meeting_ = 0;        ///< Meeting::before of the thread; 0 once it is made
    std::string last_;               ///< the register that was read last
    std::size_t last_location_ = 0;  ///< … and where from
};

}  // namespace

Program program_of(const Space& space, const Dressed& dressed) {
    Program program{.dialect = space.dialect};
    std::vector<Values> values = values_of(space, dressed);
    for (std::size_t i = 0; i < dressed.plain.size(); ++i)
        program.locations.push_back(
            {location_name(i), dressed.plain[i] == 0, dressed.local[i] != 0, values[i].initial()});
    for (std::size_t i = 0; i < dressed.shape->size(); ++i) {
        Tailor tailor(space, dressed, values);
        program.threads.push_back({static_cast<std::uint32_t>(i),
                                   {dressed.device[i], dressed.group[i], dressed.sub_group[i]},
                                   tailor.thread(i)});
    }
    return program;
}

}  // namespace clmm::generator
