#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/language/api.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {

/// One call of the API by a host thread, or of a function for device-side enqueue by a work-item.
/// It leaves an API action, and commands and callbacks for later (HostState).
///
/// Errors   E-TYPE for arguments that do not fit, E-UNSUPPORTED for handles that are not one
///          handle on every path, and for functions that are not known here.
/// Files    calls.cpp: which functions there are; queues.cpp: queues, events, waiting;
///          transfers.cpp: commands that move data; children.cpp: what work-items call.
class ApiCall {
public:
    ApiCall(Interpreter& unit, const syntax::Call& call, Span span)
        : unit_(unit),
          unfolding_(unit.unfolding_),
          host_(unit.unfolding_.host),
          call_(call),
          span_(span) {}

    /// Nothing where the function is none of these.
    [[nodiscard]] std::optional<Value> operator()();

private:
    /// What does the work of a function.
    using Work = Value (ApiCall::*)();
    [[nodiscard]] static Work work_of(language::ApiFunction function);
    void reject_unknown() const;
    void reject_group_functions() const;
    [[nodiscard]] bool is_caller() const;

    // ---- arguments ----
    [[nodiscard]] const syntax::Expression& argument(std::size_t index) const {
        return *parts_.arguments[index];
    }
    [[nodiscard]] Value value_of(const syntax::Expression& expression) {
        return unit_.evaluate(expression);
    }
    [[nodiscard]] std::uint64_t constant_of(const syntax::Expression& expression);
    [[nodiscard]] std::uint64_t handle_number(const Value& value, std::uint64_t base,
                                              std::size_t count, const char* what, Span span);
    [[nodiscard]] std::size_t queue_of(const syntax::Expression& expression);
    [[nodiscard]] std::size_t event_of(const syntax::Expression& expression);
    [[nodiscard]] std::size_t event_of(const Value& value, Span span);
    [[nodiscard]] const syntax::Function* function_of(const syntax::Expression& expression) const;
    [[nodiscard]] Launch kernel_of(const syntax::Expression& expression);
    [[nodiscard]] std::vector<Value> function_arguments(const syntax::Expression& expression);

    // ---- what a call does ----
    EventId emit_call(Tags tags = {}, const char* suffix = "");
    [[nodiscard]] std::vector<std::size_t> wait_list();
    [[nodiscard]] TermId may_start(const Command& command);
    void choose_ends(Command& command);
    /// Leaves the command; the handle of its event.
    Value enqueue(Command command, bool blocking = false);
    void wait_for(const std::vector<std::size_t>& events);
    void warn_if_never(const std::vector<std::size_t>& events, const char* what);
    [[nodiscard]] Value new_user_event(const char* type);
    void set_status(std::size_t event, const syntax::Expression& status);
    [[nodiscard]] Value success() { return unit_.number(0, int_type()); }

    // ---- host: queues and events ----
    Value create_queue();
    Value create_user_event();
    Value set_user_event_status();
    Value set_callback();
    Value wait_for_events();
    Value finish();
    Value flush();
    Value run_kernel();
    Value run_task();
    Value run_native();
    Value mark();
    Value command_barrier();

    // ---- host: memory (transfers.cpp) ----
    struct Extent {
        std::string name;
        Allocation allocation = Allocation::fine_grained_svm_atomics;
        std::vector<LocationId> locations;
        std::size_t per_element = 1;  ///< more for structs
        Value pointer;
        Span span;
    };
    [[nodiscard]] Extent extent_of(const syntax::Expression& expression);
    [[nodiscard]] Extent buffer_of(const syntax::Expression& expression);
    [[nodiscard]] Extent svm_of(const syntax::Expression& expression);
    void choose_elements(Extent& extent);
    void check_pieces(const Location& a, const Location& b) const;
    [[nodiscard]] Value in_scalar(const Value& value, const Location& location);
    [[nodiscard]] Command copy(Extent to, Extent from, std::string name);
    [[nodiscard]] Command fill(Extent to, const syntax::Expression& value);
    [[nodiscard]] Command map(const Extent& extent, std::uint64_t flags);
    [[nodiscard]] Command unmap(const Extent& extent);
    Value transfer_buffer(bool to_host);
    Value read_buffer();
    Value write_buffer();
    Value copy_buffer();
    Value fill_buffer();
    Value map_buffer();
    Value unmap_object();
    Value svm_map();
    Value svm_unmap();
    Value svm_copy();
    Value svm_fill();
    Value migrate();

    // ---- work-items (children.cpp) ----
    Value enqueue_kernel();
    Value enqueue_marker();
    Value make_range();
    Value default_queue();
    Value create_device_event();
    Value set_device_event_status();
    Value keep_event();
    Value valid_event();
    [[nodiscard]] std::size_t device_queue_of(const syntax::Expression& expression);
    [[nodiscard]] std::vector<std::size_t> listed_events(std::size_t count_at);
    void return_event(const syntax::Expression& pointer, const Value& event);
    void read_code(const syntax::Expression& code, Launch& launch);
    void read_block_arguments(const syntax::Expression& code, std::size_t first, Launch& launch);
    [[nodiscard]] std::vector<std::uint32_t> own_ancestors() const;

    Interpreter& unit_;
    Unfolding& unfolding_;
    HostState& host_;
    const syntax::Call& call_;
    Span span_;
    language::CallParts parts_;
    std::optional<std::size_t> listed_ = {};
};

/// What the initial state declares: queues and user events.
void declare_handles(Unfolding& unfolding);

}  // namespace clmm::litmus
