#include <array>
#include <utility>

#include "dressing.h"

namespace clmm::generator {
namespace {

std::string location_name(std::size_t number) {
    constexpr std::string_view names = "xyzuvw";
    return number < names.size() ? std::string(1, names[number]) : "x" + std::to_string(number);
}

/// One thread's statements from its clothes.
class Tailor {
public:
    Tailor(const Space& space, const Dressed& dressed, std::vector<std::int64_t>& next_values)
        : space_(space), dressed_(dressed), next_values_(next_values) {}

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
            made.push_back(access(items[i], clothes[i]));
        }
        return made;
    }

    [[nodiscard]] Value condition(Guard guard) const {
        Value value{.kind = Value::Kind::binary,
                    .op = guard == Guard::zero ? Operator::equal : Operator::not_equal};
        value.parts = {Value::of_register(last_), Value::number(0)};
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

    Statement access(const ShapeItem& item, const Clothes& clothes) {
        Statement made{.is_atomic = dressed_.plain[item.location] == 0,
                       .scope = space_.scopes[clothes.scope],
                       .location = location_name(item.location)};
        if (item.access == Access::read) {
            made.kind = Kind::load;
            made.order = space_.load_orders[clothes.order];
            made.result = fresh();
            return made;
        }
        std::int64_t& next = next_values_[item.location];
        made.value = Value::number(std::exchange(next, 2 * next));
        if (clothes.data != 0) made.value = computed(std::move(made.value));
        if (item.access == Access::write) {
            made.kind = Kind::store;
            made.order = space_.store_orders[clothes.order];
            return made;
        }
        made.order = space_.modify_orders[clothes.order];
        operation(made, clothes.operation);
        return made;
    }

    /// The value, by way of the last register.
    [[nodiscard]] Value computed(Value value) const {
        const Value reg = Value::of_register(last_);
        Value zero{.kind = Value::Kind::binary, .op = Operator::bit_xor, .parts = {reg, reg}};
        return {.kind = Value::Kind::binary, .parts = {std::move(zero), std::move(value)}};
    }

    void operation(Statement& made, std::size_t operation) {
        const std::size_t count = space_.modifications.size();
        const bool is_used = operation < count;
        if (is_used || (space_.unused_results && operation < 2 * count)) {
            made.kind = Kind::modify;
            made.modification = space_.modifications[operation % count];
            if (is_used) made.result = fresh();
            return;
        }
        made.kind = Kind::compare_exchange;
        const std::size_t others = count * (space_.unused_results ? 2 : 1);
        made.failure = failure_orders()[operation - others];
        made.result = fresh();
        made.expected = Value::of_register(made.result);  // which is 0
    }

    std::string fresh() { return last_ = "r" + std::to_string(registers_++); }

    const Space& space_;
    const Dressed& dressed_;
    std::vector<std::int64_t>& next_values_;
    std::size_t registers_ = 0;
    std::size_t guarded_ = 0;
    std::size_t meeting_ = 0;  ///< Meeting::before of the thread; 0 once it is made
    std::string last_;
};

}  // namespace

Program program_of(const Space& space, const Dressed& dressed) {
    Program program{.dialect = space.dialect};
    for (std::size_t i = 0; i < dressed.plain.size(); ++i)
        program.locations.push_back(
            {location_name(i), dressed.plain[i] == 0, dressed.local[i] != 0, 0});
    std::vector<std::int64_t> next_values(dressed.plain.size(), 1);
    for (std::size_t i = 0; i < dressed.shape->size(); ++i) {
        Tailor tailor(space, dressed, next_values);
        program.threads.push_back({static_cast<std::uint32_t>(i),
                                   {dressed.device[i], dressed.group[i], 0},
                                   tailor.thread(i)});
    }
    return program;
}

}  // namespace clmm::generator
