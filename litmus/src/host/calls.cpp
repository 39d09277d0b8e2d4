#include "host/calls.h"

#include <cctype>
#include <map>

#include "clmm/language/names.h"

namespace clmm::litmus {

ApiCall::Work ApiCall::work_of(language::ApiFunction function) {
    using language::ApiFunction;
    static const std::map<ApiFunction, Work> kWork = {
        {ApiFunction::create_queue, &ApiCall::create_queue},
        {ApiFunction::create_user_event, &ApiCall::create_user_event},
        {ApiFunction::set_user_event_status, &ApiCall::set_user_event_status},
        {ApiFunction::set_callback, &ApiCall::set_callback},
        {ApiFunction::wait_for_events, &ApiCall::wait_for_events},
        {ApiFunction::finish, &ApiCall::finish},
        {ApiFunction::flush, &ApiCall::flush},
        {ApiFunction::run_kernel, &ApiCall::run_kernel},
        {ApiFunction::run_task, &ApiCall::run_task},
        {ApiFunction::run_native, &ApiCall::run_native},
        {ApiFunction::read_buffer, &ApiCall::read_buffer},
        {ApiFunction::write_buffer, &ApiCall::write_buffer},
        {ApiFunction::copy_buffer, &ApiCall::copy_buffer},
        {ApiFunction::fill_buffer, &ApiCall::fill_buffer},
        {ApiFunction::map_buffer, &ApiCall::map_buffer},
        {ApiFunction::unmap_object, &ApiCall::unmap_object},
        {ApiFunction::svm_map, &ApiCall::svm_map},
        {ApiFunction::svm_unmap, &ApiCall::svm_unmap},
        {ApiFunction::svm_copy, &ApiCall::svm_copy},
        {ApiFunction::svm_fill, &ApiCall::svm_fill},
        {ApiFunction::migrate, &ApiCall::migrate},
        {ApiFunction::marker, &ApiCall::mark},
        {ApiFunction::barrier, &ApiCall::command_barrier},
        {ApiFunction::enqueue_kernel, &ApiCall::enqueue_kernel},
        {ApiFunction::enqueue_marker, &ApiCall::enqueue_marker},
        {ApiFunction::make_range, &ApiCall::make_range},
        {ApiFunction::default_queue, &ApiCall::default_queue},
        {ApiFunction::create_device_event, &ApiCall::create_device_event},
        {ApiFunction::set_device_event_status, &ApiCall::set_device_event_status},
        {ApiFunction::keep_event, &ApiCall::keep_event},
        {ApiFunction::valid_event, &ApiCall::valid_event},
    };
    return kWork.at(function);
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
           language::did_you_mean(name, language::api_names(true)));
}

std::optional<Value> ApiCall::operator()() {
    const bool of_host = unit_.is_host();
    const language::ApiEntry* entry = language::find_api_function(call_.function);
    if (of_host) reject_group_functions();
    if (of_host && language::counts_references(call_.function)) return success();
    if (entry == nullptr) {
        reject_unknown();
        return std::nullopt;
    }
    if (entry->of_host() != of_host)
        reject("E-UNSUPPORTED",
               of_host ? "'" + call_.function + "' is a function of work-items"
                       : "'" + call_.function + "' is a function of host threads",
               call_.function_span);
    if (!is_caller())
        reject("E-UNSUPPORTED", "a native kernel calls '" + call_.function + "'",
               call_.function_span);
    parts_ = language::split_call(call_, entry->clauses);
    language::check_arguments(*entry, call_, parts_);
    if (unit_.dead()) return unit_.number(0, handle_type("cl_event"));
    return (this->*work_of(entry->function))();
}

}  // namespace clmm::litmus
