#include "clmm/generator/space.h"

#include <algorithm>

#include "clmm/base/counted.h"
#include "dressing.h"
#include "shape.h"

namespace clmm::generator {
namespace {

template <class T>
std::string listed(const std::vector<T>& words) {
    std::string text;
    for (const T& each : words) text += (text.empty() ? "" : ", ") + std::string(word_of(each));
    return text;
}

std::string compare_exchanges(const Space& space) {
    const bool begins_with_others =
        std::ranges::find(space.modifications, Modification::bit_and) != space.modifications.end();
    return std::string("compare-exchanges with ") +
           (begins_with_others ? "the initial value" : "0") + ", failing in all orders";
}

std::string operations(const Space& space) {
    if (space.modifications.empty())
        return space.compare_exchange ? compare_exchanges(space) : "none";
    std::string text = listed(space.modifications);
    if (space.unused_results) text += ", with and without use of their results";
    if (space.compare_exchange) text += "; " + compare_exchanges(space);
    return text;
}

std::string placements(const Space& space) {
    if (!space.places) return "; each thread in a work-group of its own, one device";
    if (space.sub_groups && has_sub_groups_scope(space))
        return "; every placement in sub-groups, work-groups and devices";
    return std::string("; every placement in work-groups and devices") +
           (space.sub_groups ? ", each thread in a sub-group of its own" : "");
}

void for_each_dressed(const Space& space, const std::function<bool(const Dressed&)>& take) {
    bool go_on = true;
    for (std::size_t accesses = 2; accesses <= space.accesses && go_on; ++accesses)
        for_each_shape(accesses, space.threads, [&](const Shape& shape) {
            const bool needs_modification = space.modifications.empty() && !space.compare_exchange;
            for (const auto& thread : shape)
                for (const ShapeItem& each : thread)
                    if (needs_modification && each.access == Access::modify) return true;
            go_on = for_each_dressing(space, shape, take);
            return go_on;
        });
}

}  // namespace

std::uint64_t Draft::family() const { return family_of(*space_, *dressed_); }

Program Draft::program() const { return program_of(*space_, *dressed_); }

Draft Draft::kept() const { return {*space_, std::make_shared<const Dressed>(*dressed_)}; }

void for_each_draft(const Space& space, const std::function<bool(const Draft&)>& take) {
    for_each_dressed(space, [&](const Dressed& dressed) {
        return take({space, {std::shared_ptr<const Dressed>(), &dressed}});  // nobody's
    });
}

void for_each_program(const Space& space, const std::function<bool(const Program&)>& take) {
    for_each_draft(space, [&](const Draft& draft) { return take(draft.program()); });
}

std::uint64_t count_programs(const Space& space, std::uint64_t most) {
    std::uint64_t count = 0;
    if (most > 0) for_each_dressed(space, [&](const Dressed&) { return ++count < most; });
    return count;
}

std::uint64_t count_shapes(std::size_t accesses, std::size_t threads) {
    std::uint64_t count = 0;
    for_each_shape(accesses, threads, [&](const Shape&) {
        ++count;
        return true;
    });
    return count;
}

std::string describe(const Space& space) {
    std::string text = "up to " + counted(space.accesses, "access", "es") + ", 2 to " +
                       counted(space.threads, "thread") + ", up to " +
                       counted(space.fences, "fence") + "\n";
    text += "loads " + std::string(space.plain ? "na, " : "") + listed(space.load_orders) +
            "; stores " + (space.plain ? "na, " : "") + listed(space.store_orders) + "; fences " +
            listed(space.fence_orders) + "\n";
    text += "read-modify-writes " + listed(space.modify_orders) + ": " + operations(space);
    if (space.dialect == Dialect::opencl) {
        text += "\nscopes " + listed(space.scopes);
        text += placements(space);
        text += space.regions ? "; global and local memory" : "; global memory";
        if (space.barriers) text += "; up to one barrier";
    }
    if (space.dependencies) text += "\ndata and control dependencies";
    if (space.addresses) text += "\naddress dependencies";
    return text;
}

}  // namespace clmm::generator
