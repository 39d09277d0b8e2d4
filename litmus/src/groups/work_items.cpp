// What a work-item knows of its place in the NDRange.
#include "clmm/language/builtins.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {
namespace {

using language::WorkItemQuery;

/// In a dimension that the range may have.
std::uint64_t by_dimension(const WorkItem& item, WorkItemQuery query, std::size_t d) {
    switch (query) {
        case WorkItemQuery::global_id:
            return item.global()[d];
        case WorkItemQuery::local_id:
            return item.local[d];
        case WorkItemQuery::group_id:
            return item.group[d];
        case WorkItemQuery::global_size:
            return item.range.global[d];
        case WorkItemQuery::local_size:
            return item.group_size()[d];
        case WorkItemQuery::enqueued_local_size:
            return item.range.local[d];
        case WorkItemQuery::number_of_groups:
            return item.range.groups()[d];
        default:
            return item.range.offset[d];
    }
}

std::uint64_t answer(const WorkItem& item, WorkItemQuery query) {
    switch (query) {
        case WorkItemQuery::work_dimensions:
            return item.range.dimensions;
        case WorkItemQuery::global_linear_id:
            return item.linear_global();
        case WorkItemQuery::local_linear_id:
            return item.linear_local();
        case WorkItemQuery::sub_group_id:
            return item.sub_group();
        case WorkItemQuery::sub_group_local_id:
            return item.sub_group_local();
        case WorkItemQuery::sub_group_size:
            return item.items_of_sub_group();
        case WorkItemQuery::max_sub_group_size:
            return item.largest_sub_group();
        case WorkItemQuery::number_of_sub_groups:
            return item.sub_groups();
        default: {  // of a work-group of the enqueued size
            WorkItem first = item;
            first.group = {};
            return first.sub_groups();
        }
    }
}

}  // namespace

std::optional<Value> Interpreter::call_work_item_function(const syntax::Call& call) {
    const auto* known = language::find_work_item_function(call.function);
    if (known == nullptr) return std::nullopt;
    const std::size_t arguments = known->takes_dimension ? 1 : 0;
    require_arguments(call, arguments, arguments);
    if (!start_.item)
        reject("E-UNSUPPORTED",
               "'" + call.function + "' in a thread that is no work-item of an NDRange",
               call.function_span, "launch a kernel: 'NDRange k(x), global_size(4), …'");
    const TypePtr type = integer_type(known->is_wide ? 64 : 32, false);
    if (!known->takes_dimension) return number(answer(*start_.item, known->query), type);
    const std::uint64_t dimension =
        constant_argument(evaluate(*call.arguments[0]), {}, call.arguments[0]->span);
    return number(
        dimension < 3 ? by_dimension(*start_.item, known->query, dimension) : known->beyond, type);
}

}  // namespace clmm::litmus
