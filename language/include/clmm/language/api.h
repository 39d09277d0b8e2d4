#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/parser/c_tree.h"

namespace clmm::language {

/// What host threads call of the API, and what work-items call of device-side enqueue.
enum class ApiFunction : std::uint8_t {
    // of host threads
    create_queue,
    create_user_event,
    set_user_event_status,
    set_callback,
    wait_for_events,
    finish,
    flush,
    run_kernel,
    run_task,
    run_native,
    read_buffer,
    write_buffer,
    copy_buffer,
    fill_buffer,
    map_buffer,
    unmap_object,
    svm_map,
    svm_unmap,
    svm_copy,
    svm_fill,
    migrate,
    marker,
    barrier,
    // of work-items
    enqueue_kernel,
    enqueue_marker,
    make_range,
    default_queue,
    create_device_event,
    set_device_event_status,
    keep_event,
    valid_event,
};

/// Which clauses stand behind a call's arguments, in place of lists and sizes.
struct ApiClauses {
    bool list = false;      ///< `wait(e1, e2)` and `event(e)`
    bool elements = false;  ///< `elements(first, count)`
    bool range = false;     ///< `global_size(8)` and so on
};

/// One function of the table.
///
/// Shape    `least` and `most` count the arguments before the clauses; `form` is an example.
/// Source   "The OpenCL Platform Layer", "The OpenCL Runtime"; OpenCL C, "Enqueuing Kernels". What
///          is shorter than there, and the clauses: docs/language.md, "Host programs".
struct ApiEntry {
    /// What a call yields.
    enum class Result : std::uint8_t {
        status,  ///< CL_SUCCESS
        queue,
        event,
        mapped,  ///< a pointer where the call blocks or event(…) takes the event, else the event
        range,
        truth,
        nothing,
    };
    /// Of what the second argument is a call, which is not made but enqueued.
    enum class Callee : std::uint8_t { none, kernel, function };

    std::string_view name;
    ApiFunction function = ApiFunction::flush;
    std::size_t least = 0, most = 0;
    std::string_view form;
    Result result = Result::status;
    ApiClauses clauses = {};
    Callee callee = Callee::none;

    [[nodiscard]] bool of_host() const { return function <= ApiFunction::barrier; }
};
[[nodiscard]] const ApiEntry* find_api_function(std::string_view name);
[[nodiscard]] std::vector<std::string> api_names(bool of_host);
/// clRetain…, clRelease…, which change nothing that a program sees.
[[nodiscard]] bool counts_references(std::string_view name);

/// The arguments of an API call, and the clauses behind them.
struct CallParts {
    std::vector<const syntax::Expression*> arguments;
    std::vector<const syntax::Expression*> waits;     ///< in wait(…)
    const syntax::Expression* event = nullptr;        ///< in event(…)
    std::vector<const syntax::Expression*> elements;  ///< in elements(…)
    std::vector<const syntax::Expression*> range;     ///< clauses about the NDRange
};

/// Errors   Rejected, E-TYPE: clauses that the call does not take, arguments behind clauses.
[[nodiscard]] CallParts split_call(const syntax::Call& call, ApiClauses taken);
/// Rejects (E-TYPE) another number of arguments than the function takes.
void check_arguments(const ApiEntry& entry, const syntax::Call& call, const CallParts& parts);

}  // namespace clmm::language
