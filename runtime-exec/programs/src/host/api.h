#pragma once

#include <optional>
#include <string>
#include <vector>

#include "host/interpreter.h"
#include "host/test_launch.h"

namespace clmm::runtime::host {

/// One call of the API by a host thread: does what the function of the runtime does.
class ApiCall {
public:
    ApiCall(Interpreter& thread, const syntax::Call& call, Span span)
        : thread_(thread), run_(*thread.run_), call_(call), span_(span) {}
    /// A kernel that the test launches itself, in terms of the objects of the initial state.
    ApiCall(Interpreter& thread, const syntax::Launch& launch);

    /// None where the function is not of the API.
    [[nodiscard]] std::optional<Value> operator()();
    /// Of a launch. `name` is the kernel's.
    [[nodiscard]] TestLaunch test_launch();

private:
    struct Function;
    static const std::vector<Function>& functions();
    void sort(const syntax::Expression& part);

    // ---- arguments ----
    [[nodiscard]] Value argument(std::size_t index) { return thread_.evaluate(*arguments_[index]); }
    [[nodiscard]] Span span_of(std::size_t index) const { return arguments_[index]->span; }
    [[nodiscard]] CommandQueue queue(std::size_t index, std::uint64_t& handle);
    [[nodiscard]] WaitList wait_list();
    [[nodiscard]] std::pair<const syntax::Function*, std::vector<Value>> function(
        std::size_t index);
    [[nodiscard]] Kernel kernel(std::size_t index);
    /// Rejects one that has not the variables of program scope that the test sees.
    void check_device(std::uint64_t number, Span span) const;
    void set_object_value(Kernel& kernel, std::size_t index, const Value& object, Span span);
    void set_argument(Kernel& kernel, std::size_t index, const syntax::Expression& expression);
    void set_object(Kernel& kernel, std::size_t index, const Value& value, Span span);
    [[nodiscard]] LaunchRange range();

    /// A stretch of memory from a pointer on, or what elements(…) says of it.
    struct Extent {
        const Object* object = nullptr;
        std::uint64_t address = 0;
        std::size_t size = 0;
        unsigned element = 4;
        [[nodiscard]] std::size_t offset() const;
        [[nodiscard]] void* pointer() const;
    };
    [[nodiscard]] Extent extent(std::size_t index);
    [[nodiscard]] Extent chosen(Extent extent);
    [[nodiscard]] const Buffer& buffer(const Extent& extent, std::size_t index) const;
    [[nodiscard]] std::vector<std::byte> pattern(std::size_t index, const Extent& extent);
    [[nodiscard]] MapFlag map_flag(std::size_t index);

    // ---- what a call does ----
    Value command(const std::string& name, std::uint64_t queue, const Event& event,
                  bool blocking = false);
    void wait(const Event& event, const std::string& name);

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
    Value marker();
    Value barrier();
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

    Interpreter& thread_;
    Run& run_;
    const syntax::Call& call_;
    Span span_;
    std::vector<const syntax::Expression*> arguments_;
    std::vector<const syntax::Expression*> waits_;
    std::vector<const syntax::Expression*> elements_;
    std::vector<const syntax::Call*> range_;
    const syntax::Expression* event_ = nullptr;
    const syntax::Call* device_ = nullptr;
    bool of_test_ = false;  ///< no host thread makes it
};

/// Runs a function as a thread of its own kind (a callback, a native kernel); failures go to the
/// run, and true is returned if there was none.
bool run_apart(const std::shared_ptr<Run>& run, const std::string& name,
               const syntax::Function& function, const std::vector<Value>& arguments);

}  // namespace clmm::runtime::host
