#include "host/calls.h"

#include <algorithm>
#include <cctype>

#include "clmm/language/names.h"

namespace clmm::litmus {

// ---- which functions there are ----

struct ApiCall::Function {
    std::string_view name;
    std::size_t least, most;  ///< arguments before the clauses
    TakenClauses clauses;
    Value (ApiCall::*run)();
    const char* form;
};

const std::vector<ApiCall::Function>& ApiCall::host_functions() {
    constexpr TakenClauses kNone{};
    constexpr TakenClauses kList{.list = true};
    constexpr TakenClauses kMemory{.list = true, .elements = true};
    constexpr TakenClauses kRange{.list = true, .range = true};
    static const std::vector<Function> functions = {
        {"clCreateCommandQueue", 1, 2, kNone, &ApiCall::create_queue,
         "clCreateCommandQueue(0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)"},
        {"clCreateUserEvent", 0, 0, kNone, &ApiCall::create_user_event, "clCreateUserEvent()"},
        {"clSetUserEventStatus", 2, 2, kNone, &ApiCall::set_user_event_status,
         "clSetUserEventStatus(u, CL_COMPLETE)"},
        {"clSetEventCallback", 2, 2, kNone, &ApiCall::set_callback, "clSetEventCallback(e, f(x))"},
        {"clWaitForEvents", 1, 64, kNone, &ApiCall::wait_for_events, "clWaitForEvents(e1, e2)"},
        {"clFinish", 1, 1, kNone, &ApiCall::finish, "clFinish(q)"},
        {"clFlush", 1, 1, kNone, &ApiCall::flush, "clFlush(q)"},
        {"clEnqueueNDRangeKernel", 2, 2, kRange, &ApiCall::run_kernel,
         "clEnqueueNDRangeKernel(q, k(x), global_size(4), local_size(2))"},
        {"clEnqueueTask", 2, 2, kList, &ApiCall::run_task, "clEnqueueTask(q, k(x))"},
        {"clEnqueueNativeKernel", 2, 2, kList, &ApiCall::run_native,
         "clEnqueueNativeKernel(q, f(x))"},
        {"clEnqueueReadBuffer", 4, 4, kMemory, &ApiCall::read_buffer,
         "clEnqueueReadBuffer(q, x, CL_TRUE, h)"},
        {"clEnqueueWriteBuffer", 4, 4, kMemory, &ApiCall::write_buffer,
         "clEnqueueWriteBuffer(q, x, CL_FALSE, h)"},
        {"clEnqueueCopyBuffer", 3, 3, kMemory, &ApiCall::copy_buffer,
         "clEnqueueCopyBuffer(q, from, to)"},
        {"clEnqueueFillBuffer", 3, 3, kMemory, &ApiCall::fill_buffer,
         "clEnqueueFillBuffer(q, x, 0)"},
        {"clEnqueueMapBuffer", 4, 4, kMemory, &ApiCall::map_buffer,
         "clEnqueueMapBuffer(q, x, CL_TRUE, CL_MAP_READ)"},
        {"clEnqueueUnmapMemObject", 3, 3, kMemory, &ApiCall::unmap_object,
         "clEnqueueUnmapMemObject(q, x, p)"},
        {"clEnqueueSVMMap", 4, 4, kMemory, &ApiCall::svm_map,
         "clEnqueueSVMMap(q, CL_TRUE, CL_MAP_READ, x)"},
        {"clEnqueueSVMUnmap", 2, 2, kMemory, &ApiCall::svm_unmap, "clEnqueueSVMUnmap(q, x)"},
        {"clEnqueueSVMMemcpy", 4, 4, kMemory, &ApiCall::svm_copy,
         "clEnqueueSVMMemcpy(q, CL_FALSE, to, from)"},
        {"clEnqueueSVMMemFill", 3, 3, kMemory, &ApiCall::svm_fill, "clEnqueueSVMMemFill(q, x, 0)"},
        {"clEnqueueMigrateMemObjects", 2, 2, kList, &ApiCall::migrate,
         "clEnqueueMigrateMemObjects(q, x)"},
        {"clEnqueueMarkerWithWaitList", 1, 1, kList, &ApiCall::mark,
         "clEnqueueMarkerWithWaitList(q, wait(e))"},
        {"clEnqueueBarrierWithWaitList", 1, 1, kList, &ApiCall::command_barrier,
         "clEnqueueBarrierWithWaitList(q)"},
    };
    return functions;
}

const std::vector<ApiCall::Function>& ApiCall::device_functions() {
    constexpr TakenClauses kNone{};
    constexpr TakenClauses kList{.list = true};
    constexpr TakenClauses kRange{.list = true, .range = true};
    static const std::vector<Function> functions = {
        {"enqueue_kernel", 4, 64, kRange, &ApiCall::enqueue_kernel,
         "enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(4, 2), child(x), wait(e))"},
        {"enqueue_marker", 1, 4, kList, &ApiCall::enqueue_marker, "enqueue_marker(q, wait(e))"},
        {"ndrange_1D", 1, 3, kNone, &ApiCall::make_range, "ndrange_1D(global, local)"},
        {"ndrange_2D", 1, 6, kNone, &ApiCall::make_range, "ndrange_2D(gx, gy, lx, ly)"},
        {"ndrange_3D", 1, 9, kNone, &ApiCall::make_range, "ndrange_3D(gx, gy, gz, lx, ly, lz)"},
        {"get_default_queue", 0, 0, kNone, &ApiCall::default_queue, "get_default_queue()"},
        {"create_user_event", 0, 0, kNone, &ApiCall::create_device_event, "create_user_event()"},
        {"set_user_event_status", 2, 2, kNone, &ApiCall::set_device_event_status,
         "set_user_event_status(e, CL_COMPLETE)"},
        {"retain_event", 1, 1, kNone, &ApiCall::keep_event, "retain_event(e)"},
        {"release_event", 1, 1, kNone, &ApiCall::keep_event, "release_event(e)"},
        {"is_valid_event", 1, 1, kNone, &ApiCall::valid_event, "is_valid_event(e)"},
    };
    return functions;
}

std::vector<std::string> ApiCall::names(bool of_host) {
    std::vector<std::string> names;
    for (const Function& function : of_host ? host_functions() : device_functions())
        names.emplace_back(function.name);
    return names;
}

void ApiCall::check_arguments(const Function& function) const {
    const std::size_t given = parts_.arguments.size();
    if (given >= function.least && given <= function.most) return;
    reject("E-TYPE",
           "'" + call_.function + "' takes " + std::to_string(function.least) +
               (function.most > function.least ? " to " + std::to_string(function.most) : "") +
               (function.most == 1 ? " argument" : " arguments") + " and is given " +
               std::to_string(given),
           call_.function_span, std::string("write for example '") + function.form + "'");
}

/// What host threads and callbacks have no group for.
void ApiCall::reject_group_functions() const {
    const std::string& name = call_.function;
    if (name == "barrier" || name.starts_with("work_group_") || name.starts_with("sub_group_"))
        reject("E-UNSUPPORTED", "a host thread calls '" + name + "'", call_.function_span,
               "it is in no work-group");
}

/// Names that look like the API's.
void ApiCall::reject_unknown() const {
    const std::string& name = call_.function;
    const bool looks_like = name.size() > 2 && name.starts_with("cl") &&
                            std::isupper(static_cast<unsigned char>(name[2])) != 0;
    if (!looks_like) return;
    if (!unit_.is_host())
        reject("E-UNSUPPORTED", "a work-item calls '" + name + "'", call_.function_span,
               "host threads call the API: 'P0@host () { … }'");
    reject("E-NAME", "there is no API function '" + name + "' here", call_.function_span,
           language::did_you_mean(name, names(true)));
}

bool ApiCall::is_ignored() const {
    return call_.function.starts_with("clRelease") || call_.function.starts_with("clRetain");
}

std::optional<Value> ApiCall::operator()() {
    const bool of_host = unit_.is_host();
    const auto& own = of_host ? host_functions() : device_functions();
    const auto& others = of_host ? device_functions() : host_functions();
    const auto found = std::ranges::find(own, call_.function, &Function::name);
    if (of_host) reject_group_functions();
    if (of_host && is_ignored()) return success();
    if (found == own.end()) {
        if (std::ranges::find(others, call_.function, &Function::name) != others.end())
            reject("E-UNSUPPORTED",
                   of_host ? "'" + call_.function + "' is a function of work-items"
                           : "'" + call_.function + "' is a function of host threads",
                   call_.function_span);
        reject_unknown();
        return std::nullopt;
    }
    if (!is_caller())
        reject("E-UNSUPPORTED", "a native kernel calls '" + call_.function + "'",
               call_.function_span);
    parts_ = split_call(call_, found->clauses);
    check_arguments(*found);
    if (unit_.dead()) return unit_.number(0, handle_type("cl_event"));
    return (this->*found->run)();
}

}  // namespace clmm::litmus
