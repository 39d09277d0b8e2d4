#include "clmm/language/api.h"

#include <algorithm>
#include <array>

#include "clmm/base/reject.h"

namespace clmm::language {
namespace {

using Result = ApiEntry::Result;
using Callee = ApiEntry::Callee;

constexpr ApiClauses kList{.list = true};
constexpr ApiClauses kMemory{.list = true, .elements = true};
constexpr ApiClauses kRange{.list = true, .range = true};

constexpr std::array kFunctions = {
    ApiEntry{"clCreateCommandQueue", ApiFunction::create_queue, 1, 2,
             "clCreateCommandQueue(0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)", Result::queue},
    ApiEntry{"clCreateUserEvent", ApiFunction::create_user_event, 0, 0, "clCreateUserEvent()",
             Result::event},
    ApiEntry{"clSetUserEventStatus", ApiFunction::set_user_event_status, 2, 2,
             "clSetUserEventStatus(u, CL_COMPLETE)"},
    ApiEntry{"clSetEventCallback", ApiFunction::set_callback, 2, 2, "clSetEventCallback(e, f(x))",
             Result::status, ApiClauses{}, Callee::function},
    ApiEntry{"clWaitForEvents", ApiFunction::wait_for_events, 1, 64, "clWaitForEvents(e1, e2)"},
    ApiEntry{"clFinish", ApiFunction::finish, 1, 1, "clFinish(q)"},
    ApiEntry{"clFlush", ApiFunction::flush, 1, 1, "clFlush(q)"},
    ApiEntry{"clEnqueueNDRangeKernel", ApiFunction::run_kernel, 2, 2,
             "clEnqueueNDRangeKernel(q, k(x), global_size(4), local_size(2))", Result::event,
             kRange, Callee::kernel},
    ApiEntry{"clEnqueueTask", ApiFunction::run_task, 2, 2, "clEnqueueTask(q, k(x))", Result::event,
             kList, Callee::kernel},
    ApiEntry{"clEnqueueNativeKernel", ApiFunction::run_native, 2, 2,
             "clEnqueueNativeKernel(q, f(x))", Result::event, kList, Callee::function},
    ApiEntry{"clEnqueueReadBuffer", ApiFunction::read_buffer, 4, 4,
             "clEnqueueReadBuffer(q, x, CL_TRUE, h)", Result::event, kMemory},
    ApiEntry{"clEnqueueWriteBuffer", ApiFunction::write_buffer, 4, 4,
             "clEnqueueWriteBuffer(q, x, CL_FALSE, h)", Result::event, kMemory},
    ApiEntry{"clEnqueueCopyBuffer", ApiFunction::copy_buffer, 3, 3,
             "clEnqueueCopyBuffer(q, from, to)", Result::event, kMemory},
    ApiEntry{"clEnqueueFillBuffer", ApiFunction::fill_buffer, 3, 3, "clEnqueueFillBuffer(q, x, 0)",
             Result::event, kMemory},
    ApiEntry{"clEnqueueMapBuffer", ApiFunction::map_buffer, 4, 4,
             "clEnqueueMapBuffer(q, x, CL_TRUE, CL_MAP_READ)", Result::mapped, kMemory},
    ApiEntry{"clEnqueueUnmapMemObject", ApiFunction::unmap_object, 3, 3,
             "clEnqueueUnmapMemObject(q, x, p)", Result::event, kMemory},
    ApiEntry{"clEnqueueSVMMap", ApiFunction::svm_map, 4, 4,
             "clEnqueueSVMMap(q, CL_TRUE, CL_MAP_READ, x)", Result::event, kMemory},
    ApiEntry{"clEnqueueSVMUnmap", ApiFunction::svm_unmap, 2, 2, "clEnqueueSVMUnmap(q, x)",
             Result::event, kMemory},
    ApiEntry{"clEnqueueSVMMemcpy", ApiFunction::svm_copy, 4, 4,
             "clEnqueueSVMMemcpy(q, CL_FALSE, to, from)", Result::event, kMemory},
    ApiEntry{"clEnqueueSVMMemFill", ApiFunction::svm_fill, 3, 3, "clEnqueueSVMMemFill(q, x, 0)",
             Result::event, kMemory},
    ApiEntry{"clEnqueueMigrateMemObjects", ApiFunction::migrate, 2, 2,
             "clEnqueueMigrateMemObjects(q, x)", Result::event, kList},
    ApiEntry{"clEnqueueMarkerWithWaitList", ApiFunction::marker, 1, 1,
             "clEnqueueMarkerWithWaitList(q, wait(e))", Result::event, kList},
    ApiEntry{"clEnqueueBarrierWithWaitList", ApiFunction::barrier, 1, 1,
             "clEnqueueBarrierWithWaitList(q)", Result::event, kList},
    ApiEntry{"enqueue_kernel", ApiFunction::enqueue_kernel, 4, 64,
             "enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(4, 2), child(x), wait(e))",
             Result::status, kRange},
    ApiEntry{"enqueue_marker", ApiFunction::enqueue_marker, 1, 4, "enqueue_marker(q, wait(e))",
             Result::status, kList},
    ApiEntry{"ndrange_1D", ApiFunction::make_range, 1, 3, "ndrange_1D(global, local)",
             Result::range},
    ApiEntry{"ndrange_2D", ApiFunction::make_range, 1, 6, "ndrange_2D(gx, gy, lx, ly)",
             Result::range},
    ApiEntry{"ndrange_3D", ApiFunction::make_range, 1, 9, "ndrange_3D(gx, gy, gz, lx, ly, lz)",
             Result::range},
    ApiEntry{"get_default_queue", ApiFunction::default_queue, 0, 0, "get_default_queue()",
             Result::queue},
    ApiEntry{"create_user_event", ApiFunction::create_device_event, 0, 0, "create_user_event()",
             Result::event},
    ApiEntry{"set_user_event_status", ApiFunction::set_device_event_status, 2, 2,
             "set_user_event_status(e, CL_COMPLETE)", Result::nothing},
    ApiEntry{"retain_event", ApiFunction::keep_event, 1, 1, "retain_event(e)", Result::nothing},
    ApiEntry{"release_event", ApiFunction::keep_event, 1, 1, "release_event(e)", Result::nothing},
    ApiEntry{"is_valid_event", ApiFunction::valid_event, 1, 1, "is_valid_event(e)", Result::truth},
};

enum class Clause { none, wait, event, elements, range };

Clause clause_of(std::string_view name) {
    if (name == "wait") return Clause::wait;
    if (name == "event") return Clause::event;
    if (name == "elements") return Clause::elements;
    if (name == "global_size" || name == "local_size" || name == "global_offset" ||
        name == "sub_group_size")
        return Clause::range;
    return Clause::none;
}

bool takes(ApiClauses taken, Clause clause) {
    switch (clause) {
        case Clause::wait:
        case Clause::event:
            return taken.list;
        case Clause::elements:
            return taken.elements;
        case Clause::range:
            return taken.range;
        case Clause::none:
            break;
    }
    return true;
}

}  // namespace

const ApiEntry* find_api_function(std::string_view name) {
    const auto* const found = std::ranges::find(kFunctions, name, &ApiEntry::name);
    return found == kFunctions.end() ? nullptr : found;
}

std::vector<std::string> api_names(bool of_host) {
    std::vector<std::string> names;
    for (const ApiEntry& entry : kFunctions)
        if (entry.of_host() == of_host) names.emplace_back(entry.name);
    return names;
}

bool counts_references(std::string_view name) {
    return name.starts_with("clRelease") || name.starts_with("clRetain");
}

CallParts split_call(const syntax::Call& call, ApiClauses taken) {
    CallParts parts;
    bool behind_clauses = false;
    for (const auto& argument : call.arguments) {
        const auto* inner = std::get_if<syntax::Call>(&argument->node);
        const Clause clause = inner != nullptr ? clause_of(inner->function) : Clause::none;
        if (!takes(taken, clause))
            reject("E-TYPE", quote(call.function) + " takes no " + inner->function + "(…)",
                   argument->span);
        if (clause == Clause::none) {
            if (behind_clauses)
                reject("E-TYPE", "an argument behind a clause", argument->span,
                       "clauses such as wait(…) come last");
            parts.arguments.push_back(argument.get());
            continue;
        }
        behind_clauses = true;
        if (clause == Clause::range) parts.range.push_back(argument.get());
        auto& list = clause == Clause::elements ? parts.elements : parts.waits;
        if (clause == Clause::wait || clause == Clause::elements)
            for (const auto& each : inner->arguments) list.push_back(each.get());
        if (clause == Clause::event) {
            if (inner->arguments.size() != 1)
                reject("E-TYPE", "event(…) names one variable", argument->span);
            parts.event = inner->arguments[0].get();
        }
    }
    return parts;
}

void check_arguments(const ApiEntry& entry, const syntax::Call& call, const CallParts& parts) {
    const std::size_t given = parts.arguments.size();
    if (given >= entry.least && given <= entry.most) return;
    reject("E-TYPE",
           quote(call.function) + " takes " + std::to_string(entry.least) +
               (entry.most > entry.least ? " to " + std::to_string(entry.most) : "") +
               (entry.most == 1 ? " argument" : " arguments") + " and is given " +
               std::to_string(given),
           call.function_span, "write for example " + quote(entry.form));
}

}  // namespace clmm::language
