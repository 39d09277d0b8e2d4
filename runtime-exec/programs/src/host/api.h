#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clmm/base/reject.h"
#include "clmm/runtime/error.h"
#include "host/test_launch.h"
#include "host/thread.h"

namespace clmm::runtime::host {

/// One call of the API by a host thread: does what the function of the runtime does.
///
/// Files    api.cpp: queues, events, waiting, kernels; api_memory.cpp: commands that move data.
class ApiCall {
public:
    ApiCall(HostThread& thread, const HostCall& call, std::span<const std::uint64_t> operands)
        : thread_(thread), run_(*thread.shared_run()), call_(call), operands_(operands) {}

    [[nodiscard]] HostApi::Result operator()();
    /// A kernel that the test launches itself, in terms of the objects of the initial state.
    [[nodiscard]] TestLaunch test_launch();

private:
    using Result = HostApi::Result;
    using Work = Result (ApiCall::*)();
    [[nodiscard]] static Work work_of(language::ApiFunction function);

    // ---- arguments ----
    [[nodiscard]] std::uint64_t bits(const HostValue& value) const {
        return operands_[value.first];
    }
    [[nodiscard]] std::uint64_t bits(std::size_t index) const {
        return bits(call_.arguments[index].value);
    }
    [[nodiscard]] std::size_t count() const { return call_.arguments.size(); }
    [[nodiscard]] Span span_of(std::size_t index) const {
        return call_.arguments[index].value.span;
    }
    [[nodiscard]] CommandQueue queue(std::size_t index, std::uint64_t& handle) const;
    [[nodiscard]] WaitList wait_list() const;
    /// Of a function that is called later.
    [[nodiscard]] std::vector<Argument> function_arguments(std::size_t index) const;
    [[nodiscard]] Kernel kernel(std::size_t index) const;
    /// Rejects one that has not the variables of program scope that the test sees.
    void check_device(std::uint64_t number, Span span) const;
    void set_argument(Kernel& kernel, std::size_t index, const HostValue& value) const;
    void set_value(Kernel& kernel, std::size_t index, const HostValue& value) const;
    void set_object(Kernel& kernel, std::size_t index, const HostValue& value) const;
    void set_pointer(Kernel& kernel, std::size_t index, const HostValue& value) const;
    [[nodiscard]] LaunchRange range() const;
    /// What a pointer points into: the sub-buffer that it was made of, if it was of one.
    [[nodiscard]] const Object* object_of(const HostValue& pointer) const;

    /// A stretch of memory from a pointer on, or what elements(…) says of it.
    struct Extent {
        const Object* object = nullptr;
        std::uint64_t address = 0;
        std::size_t size = 0;
        std::uint64_t element = 4;
        [[nodiscard]] std::size_t offset() const;
        [[nodiscard]] void* pointer() const;
    };
    [[nodiscard]] Extent extent(std::size_t index) const;
    [[nodiscard]] Extent chosen(Extent extent) const;
    [[nodiscard]] const Buffer& buffer(const Extent& extent, std::size_t index) const;
    [[nodiscard]] std::vector<std::byte> pattern(std::size_t index, const Extent& extent) const;
    [[nodiscard]] MapFlag map_flag(std::size_t index) const;

    // ---- what a call does ----
    Result command(const std::string& name, std::uint64_t queue, const Event& event,
                   bool blocking = false);
    void wait(const Event& event, const std::string& name);
    void note_waiting(const std::string& what);

    Result create_queue();
    Result create_user_event();
    Result set_user_event_status();
    Result set_callback();
    Result wait_for_events();
    Result finish();
    Result flush();
    Result run_kernel();
    Result run_task();
    Result run_native();
    Result marker();
    Result barrier();
    Result read_buffer();
    Result write_buffer();
    Result copy_buffer();
    Result fill_buffer();
    Result map_buffer();
    Result unmap_object();
    Result svm_map();
    Result svm_unmap();
    Result svm_copy();
    Result svm_fill();
    Result migrate();

    HostThread& thread_;
    Run& run_;
    const HostCall& call_;
    std::span<const std::uint64_t> operands_;
};

[[nodiscard]] inline Diagnostic at_api_call(const Error& error, Span span) {
    return {Severity::error, "E-EXEC", error.what(), "", nullptr, span};
}

/// Runs a piece of host code; what goes wrong goes to the run, and true is returned if nothing
/// did.
template <class Work>
bool guarded(Run& run, const HostThread& thread, Work&& work) {
    try {
        work();
        return true;
    } catch (const Rejected& rejected) {
        run.fail(rejected.diagnostic);
    } catch (const Error& error) {
        run.fail(at_api_call(error, thread.at()));
    }
    return false;
}

/// Runs a function as a thread of its own kind: a callback, a native kernel.
bool run_apart(const std::shared_ptr<Run>& run, const std::string& name,
               const std::string& function, const std::vector<Argument>& arguments);

}  // namespace clmm::runtime::host
