// What a work-item knows of its place in the NDRange.
#include <array>

#include "unfold/interpreter.h"

namespace clmm::litmus {
namespace {

struct ByDimension {
    std::string_view name;
    std::uint64_t (*of)(const WorkItem&, unsigned dimension);
};

/// Sizes and numbers beyond the dimensions of the range are 1, identities 0.
constexpr std::array kByDimension = {
    ByDimension{"get_global_size", [](const WorkItem& i, unsigned d) { return i.range.global[d]; }},
    ByDimension{"get_global_id", [](const WorkItem& i, unsigned d) { return i.global()[d]; }},
    ByDimension{"get_global_offset",
                [](const WorkItem& i, unsigned d) { return i.range.offset[d]; }},
    ByDimension{"get_local_size", [](const WorkItem& i, unsigned d) { return i.group_size()[d]; }},
    ByDimension{"get_enqueued_local_size",
                [](const WorkItem& i, unsigned d) { return i.range.local[d]; }},
    ByDimension{"get_local_id", [](const WorkItem& i, unsigned d) { return i.local[d]; }},
    ByDimension{"get_num_groups",
                [](const WorkItem& i, unsigned d) { return i.range.groups()[d]; }},
    ByDimension{"get_group_id", [](const WorkItem& i, unsigned d) { return i.group[d]; }},
};

struct Plain {
    std::string_view name;
    unsigned width;
    std::uint64_t (*of)(const WorkItem&);
};

constexpr std::array kPlain = {
    Plain{"get_global_linear_id", 64, [](const WorkItem& i) { return i.linear_global(); }},
    Plain{"get_local_linear_id", 64, [](const WorkItem& i) { return i.linear_local(); }},
    Plain{"get_work_dim", 32, [](const WorkItem& i) { return std::uint64_t{i.range.dimensions}; }},
    Plain{"get_sub_group_size", 32, [](const WorkItem& i) { return i.items_of_sub_group(); }},
    Plain{"get_max_sub_group_size", 32, [](const WorkItem& i) { return i.largest_sub_group(); }},
    Plain{"get_num_sub_groups", 32, [](const WorkItem& i) { return i.sub_groups(); }},
    Plain{"get_enqueued_num_sub_groups", 32,
          [](const WorkItem& i) {
              WorkItem first = i;
              first.group = {};
              return first.sub_groups();
          }},
    Plain{"get_sub_group_id", 32, [](const WorkItem& i) { return i.sub_group(); }},
    Plain{"get_sub_group_local_id", 32, [](const WorkItem& i) { return i.sub_group_local(); }},
};

bool is_identity(std::string_view name) {
    return name.ends_with("_id") || name == "get_global_offset";
}

}  // namespace

std::optional<Value> Interpreter::call_work_item_function(const syntax::Call& call) {
    const auto item = [&]() -> const WorkItem& {
        if (!start_.item)
            reject("E-UNSUPPORTED",
                   "'" + call.function + "' in a thread that is no work-item of an NDRange",
                   call.function_span, "launch a kernel: 'NDRange k(x), global_size(4), …'");
        return *start_.item;
    };
    for (const ByDimension& each : kByDimension) {
        if (each.name != call.function) continue;
        require_arguments(call, 1, 1);
        const WorkItem& at = item();
        const std::uint64_t dimension =
            constant_argument(evaluate(*call.arguments[0]), {}, call.arguments[0]->span);
        const std::uint64_t beyond = is_identity(each.name) ? 0 : 1;
        const std::uint64_t value =
            dimension < 3 ? each.of(at, static_cast<unsigned>(dimension)) : beyond;
        return number(value, integer_type(64, false));
    }
    for (const Plain& each : kPlain) {
        if (each.name != call.function) continue;
        require_arguments(call, 0, 0);
        return number(each.of(item()), integer_type(each.width, false));
    }
    return std::nullopt;
}

}  // namespace clmm::litmus
