#include "dressing.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <utility>

namespace clmm::generator {
namespace {

using Order = std::vector<std::size_t>;

std::size_t position(const std::vector<std::uint8_t>& names, std::uint8_t name) {
    return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

/// Groups and devices named by first mention.
std::vector<std::uint8_t> first_mentions(const std::vector<std::uint8_t>& numbers,
                                         const Order& order) {
    std::vector<std::uint8_t> seen, made;
    for (const std::size_t thread : order) {
        const std::size_t at = position(seen, numbers[thread]);
        if (at == seen.size()) seen.push_back(numbers[thread]);
        made.push_back(static_cast<std::uint8_t>(at));
    }
    return made;
}

/// Everything that is not the shape's, in the order of threads given.
std::vector<std::uint8_t> code_of(const Dressed& dressed, const Order& order) {
    std::vector<std::uint8_t> code;
    for (const std::size_t thread : order)
        for (const Clothes& each : dressed.clothes[thread])
            code.insert(code.end(), {each.order, each.scope, each.operation,
                                     static_cast<std::uint8_t>(each.guard), each.data, each.address,
                                     each.fence, each.fence_scope, each.fence_flags});
    const std::vector<std::uint8_t> names = renamed(*dressed.shape, order);
    std::vector<std::uint8_t> kinds(names.size());
    for (std::size_t i = 0; i < names.size(); ++i)
        kinds[names[i]] = static_cast<std::uint8_t>(2 * dressed.plain[i] + dressed.local[i]);
    code.insert(code.end(), kinds.begin(), kinds.end());
    for (const std::size_t thread : order) code.push_back(dressed.meeting.before[thread]);
    std::vector<std::uint8_t> sub_groups;  // of all groups
    for (std::size_t i = 0; i < dressed.group.size(); ++i)
        sub_groups.push_back(static_cast<std::uint8_t>(dressed.group[i] * dressed.group.size() +
                                                       dressed.sub_group[i]));
    for (const std::vector<std::uint8_t>* numbers :
         {&dressed.group, &dressed.device, &std::as_const(sub_groups)}) {
        const auto named = first_mentions(*numbers, order);
        code.insert(code.end(), named.begin(), named.end());
    }
    return code;
}

/// Mixes numbers into one.
class Mixed {
public:
    void operator()(std::uint64_t part) { value_ = (value_ ^ part) * 0x9e3779b97f4a7c15U; }
    void operator()(std::span<const std::uint8_t> parts) {
        for (const std::uint8_t each : parts) (*this)(each);
    }
    /// What is small in the product depends on what is small in the parts alone.
    [[nodiscard]] std::uint64_t value() const { return value_ ^ (value_ >> 32U); }

private:
    std::uint64_t value_ = 0;
};

/// A read-modify-write's operations by number: each modification with its result, then each
/// without.
std::size_t modifications_of(const Space& space) {
    return space.modifications.size() * (space.unused_results ? 2 : 1);
}

/// … then the compare-exchange, by its order where it fails.
std::size_t operations_of(const Space& space) {
    return modifications_of(space) + (space.compare_exchange ? failure_orders().size() : 0);
}

int strength(MemoryOrder order) {
    if (order == MemoryOrder::seq_cst) return 2;
    return order == MemoryOrder::acquire || order == MemoryOrder::acq_rel ? 1 : 0;
}

class Dressing {
public:
    Dressing(const Space& space, const Shape& shape,
             const std::function<bool(const Dressed&)>& take)
        : space_(space), shape_(shape), take_(take), symmetries_(symmetries_of(shape)) {
        dressed_.shape = std::make_shared<const Shape>(shape);
        std::size_t locations = 0;
        for (const auto& thread : shape) {
            dressed_.clothes.emplace_back(thread.size());
            for (const ShapeItem& each : thread)
                locations = std::max<std::size_t>(locations, each.location + 1U);
        }
        dressed_.plain.assign(locations, 0);
        dressed_.local.assign(locations, 0);
        dressed_.group.assign(shape.size(), 0);
        dressed_.sub_group.assign(shape.size(), 0);
        dressed_.device.assign(shape.size(), 0);
        dressed_.meeting.before.assign(shape.size(), 0);
    }

    bool operator()() {
        choose_locations(0);
        return go_on_;
    }

private:
    [[nodiscard]] bool has_modification(std::size_t location) const {
        for (const auto& thread : shape_)
            for (const ShapeItem& each : thread)
                if (each.location == location && each.access == Access::modify) return true;
        return false;
    }

    void choose_locations(std::size_t at) {
        if (at == dressed_.plain.size()) return choose_groups(0, 0);
        const bool may_be_plain = space_.plain && !has_modification(at);
        for (std::uint8_t plain = 0; plain <= static_cast<std::uint8_t>(may_be_plain); ++plain)
            for (std::uint8_t local = 0; local <= static_cast<std::uint8_t>(space_.regions);
                 ++local) {
                dressed_.plain[at] = plain;
                dressed_.local[at] = local;
                choose_locations(at + 1);
            }
    }

    /// Without `places` each thread is alone in its work-group, on one device.
    void choose_groups(std::size_t thread, std::uint8_t used) {
        if (!go_on_) return;
        if (thread == shape_.size()) {
            if (!local_memory_is_shared()) return;
            return choose_devices(0, 0);
        }
        const std::uint8_t first = space_.places ? 0 : used;
        for (std::uint8_t group = first; group <= used; ++group) {
            dressed_.group[thread] = group;
            choose_groups(thread + 1, std::max<std::uint8_t>(used, group + 1));
        }
    }

    /// All users of a local location are in one work-group.
    [[nodiscard]] bool local_memory_is_shared() const {
        std::vector<int> group(dressed_.local.size(), -1);
        for (std::size_t i = 0; i < shape_.size(); ++i)
            for (const ShapeItem& each : shape_[i]) {
                if (dressed_.local[each.location] == 0) continue;
                int& known = group[each.location];
                if (known >= 0 && known != dressed_.group[i]) return false;
                known = dressed_.group[i];
            }
        return true;
    }

    void choose_devices(std::size_t thread, std::uint8_t used) {
        if (!go_on_) return;
        if (thread == shape_.size()) return choose_sub_groups(0);
        for (std::size_t earlier = 0; earlier < thread; ++earlier)
            if (dressed_.group[earlier] == dressed_.group[thread]) {
                dressed_.device[thread] = dressed_.device[earlier];
                return choose_devices(thread + 1, used);
            }
        const std::uint8_t last = space_.places ? used : 0;
        for (std::uint8_t device = 0; device <= last; ++device) {
            dressed_.device[thread] = device;
            choose_devices(thread + 1, std::max<std::uint8_t>(used, device + 1));
        }
    }

    void choose_sub_groups(std::size_t thread) {
        if (!go_on_) return;
        if (thread == shape_.size()) return choose_meeting();
        std::uint8_t used = 0;
        for (std::size_t i = 0; i < thread; ++i)
            if (dressed_.group[i] == dressed_.group[thread])
                used = std::max<std::uint8_t>(used, dressed_.sub_group[i] + 1);
        const std::uint8_t last = space_.sub_groups ? used : 0;
        for (std::uint8_t number = has_sub_groups_scope(space_) ? 0 : last; number <= last;
             ++number) {
            dressed_.sub_group[thread] = number;
            choose_sub_groups(thread + 1);
        }
        dressed_.sub_group[thread] = 0;
    }

    /// No barrier, or one of all threads of a work-group that has several.
    void choose_meeting() {
        dress(0, 0);
        if (!space_.barriers) return;
        const auto groups = std::ranges::max(dressed_.group) + 1;
        for (std::uint8_t group = 0; group < groups; ++group) {
            if (std::ranges::count(dressed_.group, group) < 2) continue;
            for (std::size_t scope = 0; scope < space_.scopes.size(); ++scope) {
                if (space_.scopes[scope] < MemoryScope::work_group) continue;
                for (const std::uint8_t flags : flags_of(has(0), has(1))) {
                    dressed_.meeting.scope = static_cast<std::uint8_t>(scope);
                    dressed_.meeting.flags = flags;
                    place_meeting(group, 0);
                }
            }
        }
        dressed_.meeting.scope = dressed_.meeting.flags = 0;
    }

    void place_meeting(std::uint8_t group, std::size_t thread) {
        if (!go_on_) return;
        if (thread == shape_.size()) return dress(0, 0);
        if (dressed_.group[thread] != group) return place_meeting(group, thread + 1);
        for (std::size_t at = 0; at <= shape_[thread].size(); ++at) {
            dressed_.meeting.before[thread] = static_cast<std::uint8_t>(at + 1);
            place_meeting(group, thread + 1);
        }
        dressed_.meeting.before[thread] = 0;
    }

    /// Whether some location is local (1), or global (0).
    [[nodiscard]] bool has(std::uint8_t local) const {
        return std::ranges::find(dressed_.local, local) != dressed_.local.end();
    }

    static std::vector<std::uint8_t> flags_of(bool uses_global, bool uses_local) {
        if (uses_global && uses_local) return {all_used, only_global, only_local};
        return {all_used};
    }

    void dress(std::size_t thread, std::size_t at) {
        if (!go_on_) return;
        if (thread == shape_.size()) return finish();
        if (at == shape_[thread].size()) return dress(thread + 1, 0);
        for (const Guard guard : {Guard::none, Guard::not_zero, Guard::zero}) {
            if (guard != Guard::none && !may_be_guarded(thread, at)) continue;
            dressed_.clothes[thread][at].guard = guard;
            choose_fence(thread, at);
        }
        dressed_.clothes[thread][at].guard = Guard::none;
    }

    /// An atomic read stands right before, and a plain access comes after, or any is wanted.
    [[nodiscard]] bool may_be_guarded(std::size_t thread, std::size_t at) const {
        // All threads come to the barrier.
        if (at == 0 || dressed_.meeting.before[thread] > at + 1) return false;
        const ShapeItem& before = shape_[thread][at - 1];
        const Clothes& read = dressed_.clothes[thread][at - 1];
        if (before.access == Access::write || dressed_.plain[before.location] != 0) return false;
        if (before.access == Access::modify && is_unused(read.operation)) return false;
        if (space_.dependencies) return true;
        for (std::size_t i = at; i < shape_[thread].size(); ++i)
            if (dressed_.plain[shape_[thread][i].location] != 0) return true;
        return false;
    }

    [[nodiscard]] bool is_unused(std::size_t operation) const {
        const std::size_t count = space_.modifications.size();
        return space_.unused_results && operation >= count && operation < 2 * count;
    }

    void choose_fence(std::size_t thread, std::size_t at) {
        Clothes& clothes = dressed_.clothes[thread][at];
        choose_access(thread, at);
        if (at == 0 || fences_ == space_.fences) return;
        ++fences_;
        for (std::size_t order = 0; order < space_.fence_orders.size(); ++order)
            for (std::size_t scope = 0; scope < space_.scopes.size(); ++scope)
                for (const std::uint8_t flags : flags_of(uses(thread, 0), uses(thread, 1))) {
                    clothes.fence = static_cast<std::uint8_t>(order + 1);
                    clothes.fence_scope = static_cast<std::uint8_t>(scope);
                    clothes.fence_flags = flags;
                    choose_access(thread, at);
                }
        clothes.fence = clothes.fence_scope = clothes.fence_flags = 0;
        --fences_;
    }

    [[nodiscard]] bool uses(std::size_t thread, std::uint8_t local) const {
        return std::ranges::any_of(shape_[thread], [&](const ShapeItem& each) {
            return dressed_.local[each.location] == local;
        });
    }

    /// A compare-exchange does not fail with a stronger order than it succeeds with.
    [[nodiscard]] bool is_allowed(std::size_t operation, MemoryOrder order) const {
        const std::size_t others = modifications_of(space_);
        return operation < others ||
               strength(failure_orders()[operation - others]) <= strength(order);
    }

    void choose_access(std::size_t thread, std::size_t at) {
        choose_data(thread, at);
        if (!space_.addresses || !has_read_before(thread, at)) return;
        dressed_.clothes[thread][at].address = 1;
        choose_data(thread, at);
        dressed_.clothes[thread][at].address = 0;
    }

    void choose_data(std::size_t thread, std::size_t at) {
        choose_orders(thread, at);
        const bool is_read = shape_[thread][at].access == Access::read;
        if (!space_.dependencies || is_read || !has_read_before(thread, at)) return;
        dressed_.clothes[thread][at].data = 1;
        choose_orders(thread, at);
        dressed_.clothes[thread][at].data = 0;
    }

    /// A result that the access may depend on.
    [[nodiscard]] bool has_read_before(std::size_t thread, std::size_t at) const {
        for (std::size_t i = 0; i < at; ++i) {
            const Access before = shape_[thread][i].access;
            if (before == Access::read) return true;
            if (before == Access::modify && !is_unused(dressed_.clothes[thread][i].operation))
                return true;
        }
        return false;
    }

    void choose_orders(std::size_t thread, std::size_t at) {
        const ShapeItem& item = shape_[thread][at];
        if (dressed_.plain[item.location] != 0) return dress(thread, at + 1);
        Clothes& clothes = dressed_.clothes[thread][at];
        const std::size_t operations = item.access == Access::modify ? operations_of(space_) : 1;
        const auto& orders = item.access == Access::read    ? space_.load_orders
                             : item.access == Access::write ? space_.store_orders
                                                            : space_.modify_orders;
        for (std::size_t operation = 0; operation < operations; ++operation)
            for (std::size_t order = 0; order < orders.size(); ++order)
                for (std::size_t scope = 0; scope < space_.scopes.size(); ++scope) {
                    if (!is_allowed(operation, orders[order])) continue;
                    clothes.operation = static_cast<std::uint8_t>(operation);
                    clothes.order = static_cast<std::uint8_t>(order);
                    clothes.scope = static_cast<std::uint8_t>(scope);
                    dress(thread, at + 1);
                }
        clothes.operation = clothes.order = clothes.scope = 0;
    }

    void finish() {
        if (is_first_of_its_kind()) go_on_ = take_(dressed_);
    }

    [[nodiscard]] bool is_first_of_its_kind() const {
        if (symmetries_.size() == 1) return true;
        const std::vector<std::uint8_t> own = code_of(dressed_, symmetries_.front());
        return std::none_of(symmetries_.begin() + 1, symmetries_.end(),
                            [&](const Order& each) { return code_of(dressed_, each) < own; });
    }

    const Space& space_;
    const Shape& shape_;
    const std::function<bool(const Dressed&)>& take_;
    std::vector<Order> symmetries_;  ///< the first one changes nothing
    Dressed dressed_;
    std::size_t fences_ = 0;
    bool go_on_ = true;
};

}  // namespace

std::vector<MemoryOrder> failure_orders() {
    return {MemoryOrder::relaxed, MemoryOrder::acquire, MemoryOrder::seq_cst};
}

bool has_sub_groups_scope(const Space& space) {
    return std::ranges::find(space.scopes, MemoryScope::sub_group) != space.scopes.end();
}

std::uint64_t family_of(const Space& space, const Dressed& dressed) {
    Mixed mixed;
    // All compare-exchanges are one operation, whose orders are two.
    const auto last = static_cast<std::uint8_t>(modifications_of(space));
    for (std::size_t thread = 0; thread < dressed.clothes.size(); ++thread) {
        mixed(dressed.clothes[thread].size());
        for (std::size_t at = 0; at < dressed.clothes[thread].size(); ++at) {
            const ShapeItem& item = (*dressed.shape)[thread][at];
            const Clothes& each = dressed.clothes[thread][at];
            const std::uint8_t has_fence = each.fence == 0 ? 0 : 1;
            mixed(std::array{static_cast<std::uint8_t>(item.access), item.location, each.scope,
                             std::min(each.operation, last), static_cast<std::uint8_t>(each.guard),
                             each.data, each.address, has_fence, each.fence_scope,
                             each.fence_flags});
        }
    }
    for (const auto* each : {&dressed.plain, &dressed.local, &dressed.group, &dressed.sub_group,
                             &dressed.device, &dressed.meeting.before})
        mixed(*each);
    mixed(std::array{dressed.meeting.scope, dressed.meeting.flags});
    return mixed.value();
}

bool for_each_dressing(const Space& space, const Shape& shape,
                       const std::function<bool(const Dressed&)>& take) {
    return Dressing(space, shape, take)();
}

}  // namespace clmm::generator
