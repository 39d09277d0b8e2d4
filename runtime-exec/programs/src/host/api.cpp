// Which functions there are; queues, events, waiting, kernels.
#include "host/api.h"

#include <algorithm>

#include "clmm/runtime/controlled.h"
#include "compile/diagnose.h"

namespace clmm::runtime::host {

using compiler::quote;
using compiler::reject;

struct ApiCall::Function {
    std::string_view name;
    std::size_t least, most;  ///< arguments before the clauses
    Value (ApiCall::*run)();
};

const std::vector<ApiCall::Function>& ApiCall::functions() {
    static const std::vector<Function> functions = {
        {"clCreateCommandQueue", 1, 2, &ApiCall::create_queue},
        {"clCreateUserEvent", 0, 0, &ApiCall::create_user_event},
        {"clSetUserEventStatus", 2, 2, &ApiCall::set_user_event_status},
        {"clSetEventCallback", 2, 2, &ApiCall::set_callback},
        {"clWaitForEvents", 1, 64, &ApiCall::wait_for_events},
        {"clFinish", 1, 1, &ApiCall::finish},
        {"clFlush", 1, 1, &ApiCall::flush},
        {"clEnqueueNDRangeKernel", 2, 2, &ApiCall::run_kernel},
        {"clEnqueueTask", 2, 2, &ApiCall::run_task},
        {"clEnqueueNativeKernel", 2, 2, &ApiCall::run_native},
        {"clEnqueueReadBuffer", 4, 4, &ApiCall::read_buffer},
        {"clEnqueueWriteBuffer", 4, 4, &ApiCall::write_buffer},
        {"clEnqueueCopyBuffer", 3, 3, &ApiCall::copy_buffer},
        {"clEnqueueFillBuffer", 3, 3, &ApiCall::fill_buffer},
        {"clEnqueueMapBuffer", 4, 4, &ApiCall::map_buffer},
        {"clEnqueueUnmapMemObject", 3, 3, &ApiCall::unmap_object},
        {"clEnqueueSVMMap", 4, 4, &ApiCall::svm_map},
        {"clEnqueueSVMUnmap", 2, 2, &ApiCall::svm_unmap},
        {"clEnqueueSVMMemcpy", 4, 4, &ApiCall::svm_copy},
        {"clEnqueueSVMMemFill", 3, 3, &ApiCall::svm_fill},
        {"clEnqueueMigrateMemObjects", 2, 2, &ApiCall::migrate},
        {"clEnqueueMarkerWithWaitList", 1, 1, &ApiCall::marker},
        {"clEnqueueBarrierWithWaitList", 1, 1, &ApiCall::barrier},
    };
    return functions;
}

std::optional<Value> ApiCall::operator()() {
    const std::string& name = call_.function;
    if (name.starts_with("clRelease") || name.starts_with("clRetain")) return Value{kInt, 0};
    const auto found = std::ranges::find(functions(), name, &Function::name);
    if (found == functions().end()) return std::nullopt;
    for (const auto& each : call_.arguments) sort(*each);
    if (arguments_.size() < found->least || arguments_.size() > found->most)
        reject("E-TYPE", quote(name) + " takes another number of arguments", span_);
    thread_.before_step({.kind = Step::Kind::call}, span_);
    run_.enter_api(thread_.name_, span_);
    return (this->*found->run)();
}

/// An argument, or one of the clauses behind them.
void ApiCall::sort(const syntax::Expression& part) {
    const auto* inner = std::get_if<syntax::Call>(&part.node);
    const std::string clause = inner != nullptr ? inner->function : "";
    if (clause == "wait")
        for (const auto& event : inner->arguments) waits_.push_back(event.get());
    else if (clause == "elements")
        for (const auto& number : inner->arguments) elements_.push_back(number.get());
    else if (clause == "event" && inner->arguments.size() == 1)
        event_ = inner->arguments.front().get();
    else if (clause == "global_size" || clause == "local_size" || clause == "global_offset" ||
             clause == "sub_group_size")
        range_.push_back(inner);
    else
        arguments_.push_back(&part);
}

CommandQueue ApiCall::queue(std::size_t index, std::uint64_t& handle) {
    handle = argument(index).bits;
    const QueueHandle queue = run_.queue(handle, span_of(index));
    if (!queue.host)
        reject("E-TYPE", quote(queue.name) + " is a queue of work-items", span_of(index));
    return *queue.host;
}

WaitList ApiCall::wait_list() {
    WaitList list;
    for (const syntax::Expression* each : waits_)
        list.push_back(run_.event(thread_.evaluate(*each).bits, each->span).event);
    return list;
}

Value ApiCall::command(const std::string& name, std::uint64_t queue, const Event& event,
                       bool blocking) {
    const std::uint64_t handle = run_.add_command(name, queue, event);
    // What may start without a flush must have the chance to.
    if (ControlledRuntime::is_controlled_thread()) run_.queue(queue, span_).host->flush();
    const Value value{Type{.kind = Type::Kind::event, .width = 64}, handle};
    if (event_ != nullptr) thread_.write(thread_.place(*event_), value);
    if (blocking) wait(event, name);
    return value;
}

void ApiCall::wait(const Event& event, const std::string& name) {
    const auto position = run_.code().tree.source->position(span_.begin);
    run_.note(thread_.name_, "waits in line " + std::to_string(position.line) + " for '" + name +
                                 "', which is " + std::string(to_string(event.state())));
    event.wait();
    run_.note(thread_.name_, "");
}

// ---- queues and events ----

Value ApiCall::create_queue() {
    const std::uint64_t properties = arguments_.size() > 1 ? argument(1).bits : 0;
    return {Type{.kind = Type::Kind::queue, .width = 64},
            run_.add_queue("", argument(0).bits, properties, span_)};
}

Value ApiCall::create_user_event() {
    return {Type{.kind = Type::Kind::event, .width = 64}, run_.add_user_event("")};
}

Value ApiCall::set_user_event_status() {
    const EventHandle event = run_.event(argument(0).bits, span_of(0));
    if (!event.user) reject("E-TYPE", quote(event.name) + " is no user event", span_of(0));
    event.user->set_status(static_cast<int>(argument(1).bits));
    return {kInt, 0};
}

Value ApiCall::set_callback() {
    const EventHandle event = run_.event(argument(0).bits, span_of(0));
    auto [function, arguments] = this->function(1);
    run_.begin_callback();
    event.event.set_callback(
        0, [run = thread_.run_, function = function, arguments = std::move(arguments)](int) {
            run_apart(run, "the callback '" + function->name + "'", *function, arguments);
            run->end_callback();
        });
    return {kInt, 0};
}

Value ApiCall::wait_for_events() {
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
        const EventHandle event = run_.event(argument(i).bits, span_of(i));
        wait(event.event, event.name);
    }
    return {kInt, 0};
}

Value ApiCall::finish() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const auto position = run_.code().tree.source->position(span_.begin);
    run_.note(thread_.name_, "waits in line " + std::to_string(position.line) + " in clFinish");
    queue.finish();
    run_.note(thread_.name_, "");
    return {kInt, 0};
}

Value ApiCall::flush() {
    std::uint64_t handle = 0;
    queue(0, handle).flush();
    return {kInt, 0};
}

// ---- kernels, markers, barriers ----

std::pair<const syntax::Function*, std::vector<Value>> ApiCall::function(std::size_t index) {
    const auto* call = std::get_if<syntax::Call>(&arguments_[index]->node);
    const auto* function = call != nullptr ? run_.code().function(call->function) : nullptr;
    if (function == nullptr || function->is_kernel)
        reject("E-TYPE", "this is no call of a function", span_of(index));
    return {function, thread_.arguments_of(*call)};
}

Kernel ApiCall::kernel(std::size_t index) {
    const auto* call = std::get_if<syntax::Call>(&arguments_[index]->node);
    const auto* function = call != nullptr ? run_.code().function(call->function) : nullptr;
    if (function == nullptr || !function->is_kernel)
        reject("E-TYPE", "this is no call of a kernel", span_of(index));
    Kernel kernel(run_.program(), function->name);
    if (call->arguments.size() != kernel.code().parameters().size())
        reject("E-TYPE", quote(function->name) + " takes another number of arguments",
               span_of(index));
    for (std::size_t i = 0; i < call->arguments.size(); ++i)
        set_argument(kernel, i, *call->arguments[i]);
    return kernel;
}

void ApiCall::check_device(std::uint64_t number, Span span) const {
    if (run_.memory().has_program_scope() && number != run_.program_device_number())
        reject("E-UNSUPPORTED",
               "each device has program-scope variables of its own: a test with some is executed "
               "on one device",
               span);
}

void ApiCall::set_argument(Kernel& kernel, std::size_t index,
                           const syntax::Expression& expression) {
    const Parameter& parameter = kernel.code().parameters()[index];
    const auto* inner = std::get_if<syntax::Call>(&expression.node);
    if (inner != nullptr && inner->function == "local_array") {
        const std::uint64_t count = thread_.evaluate(*inner->arguments.front()).bits;
        kernel.set_local(index, count * std::max<std::size_t>(parameter.size, 1));
        return;
    }
    const Value value = thread_.evaluate(expression);
    switch (parameter.kind) {
        case ParameterKind::value: {
            if (of_test_ && value.type.is_pointer())
                return set_object_value(kernel, index, value, expression.span);
            if (value.type.is_record()) return kernel.set_bytes(index, value.bytes);
            if (parameter.size > sizeof value.bits || parameter.type_name == "float" ||
                parameter.type_name == "double" || parameter.type_name == "half")
                reject("E-UNSUPPORTED",
                       "a host program that is executed gives no " + quote(parameter.type_name),
                       expression.span);
            kernel.set_bytes(index, std::as_bytes(std::span(&value.bits, 1)).first(parameter.size));
            return;
        }
        case ParameterKind::queue: {
            const QueueHandle queue = run_.queue(value.bits, expression.span);
            if (!queue.device)
                reject("E-TYPE", quote(queue.name) + " is a queue of the host", expression.span);
            kernel.set(index, *queue.device);
            return;
        }
        case ParameterKind::image:
        case ParameterKind::pipe:
            return set_object(kernel, index, value, expression.span);
        case ParameterKind::pointer:
            break;
        default:
            reject("E-UNSUPPORTED",
                   "a host program that is executed gives no " + quote(parameter.type_name),
                   expression.span);
    }
    if (value.bits == 0) return kernel.set_null_pointer(index);
    const Object* object = value.part != nullptr ? value.part : run_.memory().at(value.bits);
    if (object == nullptr) reject("E-EXEC", "this points to no object", expression.span);
    if (const auto* buffer = std::get_if<Buffer>(&object->memory)) {
        if (value.bits != run_.memory().address_of(*object))
            reject("E-EXEC", "a kernel is given a buffer from its start on", expression.span);
        kernel.set(index, *buffer);
    } else {
        kernel.set_svm_pointer(index, reinterpret_cast<const void*>(value.bits));
    }
}

void ApiCall::set_object(Kernel& kernel, std::size_t index, const Value& value, Span span) {
    const Object* object = run_.memory().at(value.bits);
    if (object != nullptr && std::holds_alternative<Image>(object->memory))
        kernel.set(index, std::get<Image>(object->memory));
    else if (object != nullptr && std::holds_alternative<Pipe>(object->memory))
        kernel.set(index, std::get<Pipe>(object->memory));
    else
        reject("E-TYPE", "this is no image and no pipe", span);
}

LaunchRange ApiCall::range() {
    LaunchRange range;
    bool has_size = false;
    for (const syntax::Call* clause : range_) {
        Index3 numbers = {1, 1, 1};
        if (clause->function == "global_offset") numbers = {0, 0, 0};
        if (clause->arguments.empty() || clause->arguments.size() > 3)
            reject("E-NDRANGE", "an NDRange has 1 to 3 dimensions", span_);
        for (std::size_t d = 0; d < clause->arguments.size(); ++d)
            numbers[d] = thread_.evaluate(*clause->arguments[d]).bits;
        range.work_dimensions =
            std::max(range.work_dimensions, static_cast<unsigned>(clause->arguments.size()));
        if (clause->function == "global_size") {
            range.global_size = numbers;
            has_size = true;
        } else if (clause->function == "local_size") {
            range.local_size = numbers;
        } else if (clause->function == "global_offset") {
            range.global_offset = numbers;
        } else {
            range.sub_group_size = static_cast<std::uint32_t>(numbers[0]);
        }
    }
    if (!has_size) reject("E-NDRANGE", "the launch has no global size", span_);
    // As the checker has it: without a clause a work-group is one sub-group.
    if (!range.sub_group_size && range.local_size) {
        const Index3& local = *range.local_size;
        range.sub_group_size = static_cast<std::uint32_t>(local[0] * local[1] * local[2]);
    }
    return range;
}

Value ApiCall::run_kernel() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    check_device(run_.queue(handle, span_of(0)).device_number, span_of(0));
    const Kernel kernel = this->kernel(1);
    return command(kernel.code().name(), handle,
                   queue.ndrange_kernel(kernel, range(), wait_list()));
}

Value ApiCall::run_task() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    check_device(run_.queue(handle, span_of(0)).device_number, span_of(0));
    const Kernel kernel = this->kernel(1);
    return command(kernel.code().name(), handle, queue.task(kernel, wait_list()));
}

Value ApiCall::run_native() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    auto [function, arguments] = this->function(1);
    const auto body = [run = thread_.run_, function = function,
                       arguments = std::move(arguments)](std::span<void* const>) {
        if (!run_apart(run, "the native kernel '" + function->name + "'", *function, arguments))
            throw Error(ErrorCode::out_of_resources, "the native kernel failed");
    };
    return command(function->name, handle, queue.native_kernel(body, {}, wait_list()));
}

Value ApiCall::marker() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    return command("marker", handle, queue.marker(wait_list()));
}

Value ApiCall::barrier() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    return command("barrier", handle, queue.barrier(wait_list()));
}

}  // namespace clmm::runtime::host
