// Which functions there are; queues, events, waiting, kernels.
#include "host/api.h"

#include <algorithm>
#include <map>

#include "clmm/base/reject.h"
#include "clmm/runtime/controlled.h"

namespace clmm::runtime::host {

using language::ApiFunction;

ApiCall::Work ApiCall::work_of(ApiFunction function) {
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
        {ApiFunction::marker, &ApiCall::marker},
        {ApiFunction::barrier, &ApiCall::barrier},
    };
    return kWork.at(function);
}

HostApi::Result ApiCall::operator()() { return (this->*work_of(call_.entry->function))(); }

CommandQueue ApiCall::queue(std::size_t index, std::uint64_t& handle) const {
    handle = bits(index);
    const QueueHandle queue = run_.queue(handle, span_of(index));
    if (!queue.host)
        reject("E-TYPE", quote(queue.name) + " is a queue of work-items", span_of(index));
    return *queue.host;
}

WaitList ApiCall::wait_list() const {
    WaitList list;
    for (const HostValue& each : call_.waits)
        list.push_back(run_.event(bits(each), each.span).event);
    return list;
}

HostApi::Result ApiCall::command(const std::string& name, std::uint64_t queue, const Event& event,
                                 bool blocking) {
    const std::uint64_t handle = run_.add_command(name, queue, event);
    // What may start without a flush must have the chance to.
    if (ControlledRuntime::is_controlled_thread()) run_.queue(queue, call_.span).host->flush();
    if (blocking) wait(event, name);
    return {.value = handle, .event = handle};
}

void ApiCall::note_waiting(const std::string& what) {
    const auto position = run_.code().tree.source->position(call_.span.begin);
    run_.note(thread_.name(), "waits in line " + std::to_string(position.line) + " " + what);
}

void ApiCall::wait(const Event& event, const std::string& name) {
    note_waiting("for '" + name + "', which is " + std::string(to_string(event.state())));
    event.wait();
    run_.note(thread_.name(), "");
}

// ---- queues and events ----

HostApi::Result ApiCall::create_queue() {
    const std::uint64_t properties = count() > 1 ? bits(1) : 0;
    return {.value = run_.add_queue("", bits(std::size_t{0}), properties, call_.span)};
}

HostApi::Result ApiCall::create_user_event() { return {.value = run_.add_user_event("")}; }

HostApi::Result ApiCall::set_user_event_status() {
    const EventHandle event = run_.event(bits(std::size_t{0}), span_of(0));
    if (!event.user) reject("E-TYPE", quote(event.name) + " is no user event", span_of(0));
    event.user->set_status(static_cast<int>(bits(1)));
    return {};
}

std::vector<Argument> ApiCall::function_arguments(std::size_t index) const {
    std::vector<Argument> out;
    for (const HostValue& each : call_.arguments[index].arguments) {
        ValueArgument value;
        value.bytes = bytes_of(each, operands_);
        out.emplace_back(std::move(value));
    }
    return out;
}

HostApi::Result ApiCall::set_callback() {
    const EventHandle event = run_.event(bits(std::size_t{0}), span_of(0));
    run_.begin_callback();
    event.event.set_callback(0, [run = thread_.shared_run(), function = call_.arguments[1].callee,
                                 arguments = function_arguments(1)](int) {
        run_apart(run, "the callback " + quote(function), function, arguments);
        run->end_callback();
    });
    return {};
}

HostApi::Result ApiCall::wait_for_events() {
    for (std::size_t i = 0; i < count(); ++i) {
        const EventHandle event = run_.event(bits(i), span_of(i));
        wait(event.event, event.name);
    }
    return {};
}

HostApi::Result ApiCall::finish() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    note_waiting("in clFinish");
    queue.finish();
    run_.note(thread_.name(), "");
    return {};
}

HostApi::Result ApiCall::flush() {
    std::uint64_t handle = 0;
    queue(0, handle).flush();
    return {};
}

// ---- kernels, markers, barriers ----

Kernel ApiCall::kernel(std::size_t index) const {
    const HostArgument& given = call_.arguments[index];
    Kernel kernel(run_.program(), given.callee);
    for (std::size_t i = 0; i < given.arguments.size(); ++i)
        set_argument(kernel, i, given.arguments[i]);
    return kernel;
}

void ApiCall::check_device(std::uint64_t number, Span span) const {
    if (run_.memory().has_program_scope() && number != run_.program_device_number())
        reject("E-UNSUPPORTED",
               "each device has program-scope variables of its own: a test with some is executed "
               "on one device",
               span);
}

void ApiCall::set_argument(Kernel& kernel, std::size_t index, const HostValue& value) const {
    const Parameter& parameter = kernel.code().parameters()[index];
    if (value.kind == HostValue::Kind::local)
        return kernel.set_local(index, bits(value) * std::max<std::size_t>(parameter.size, 1));
    switch (parameter.kind) {
        case ParameterKind::value:
            return set_value(kernel, index, value);
        case ParameterKind::queue: {
            const QueueHandle queue = run_.queue(bits(value), value.span);
            if (!queue.device)
                reject("E-TYPE", quote(queue.name) + " is a queue of the host", value.span);
            return kernel.set(index, *queue.device);
        }
        case ParameterKind::image:
        case ParameterKind::pipe:
            return set_object(kernel, index, value);
        case ParameterKind::pointer:
            return set_pointer(kernel, index, value);
        default:
            reject("E-UNSUPPORTED",
                   "a host program that is executed gives no " + quote(parameter.type_name),
                   value.span);
    }
}

/// Of a launch of the test, an object of the initial state stands for what it holds at the start.
void ApiCall::set_value(Kernel& kernel, std::size_t index, const HostValue& value) const {
    const Parameter& parameter = kernel.code().parameters()[index];
    if (value.kind == HostValue::Kind::value)
        return kernel.set_bytes(index, bytes_of(value, operands_));
    const Object* object = call_.entry == nullptr ? run_.memory().at(bits(value)) : nullptr;
    if (object == nullptr || !value.to_record || value.size != parameter.size)
        reject("E-TYPE", quote(parameter.type_name) + " is given an address", value.span);
    kernel.set_bytes(index, std::span(object->base, parameter.size));
}

const Object* ApiCall::object_of(const HostValue& pointer) const {
    const Object* object = run_.memory().at(bits(pointer));
    const Object* known = pointer.object.empty() ? nullptr : run_.memory().named(pointer.object);
    return known != nullptr && known->whole == object ? known : object;
}

void ApiCall::set_pointer(Kernel& kernel, std::size_t index, const HostValue& value) const {
    const std::uint64_t address = bits(value);
    if (address == 0) return kernel.set_null_pointer(index);
    const Object* object = object_of(value);
    if (object == nullptr) reject("E-EXEC", "this points to no object", value.span);
    if (const auto* buffer = std::get_if<Buffer>(&object->memory)) {
        if (address != run_.memory().address_of(*object))
            reject("E-EXEC", "a kernel is given a buffer from its start on", value.span);
        kernel.set(index, *buffer);
    } else {
        kernel.set_svm_pointer(index, reinterpret_cast<const void*>(address));
    }
}

void ApiCall::set_object(Kernel& kernel, std::size_t index, const HostValue& value) const {
    const Object* object = run_.memory().at(bits(value));
    if (object != nullptr && std::holds_alternative<Image>(object->memory))
        kernel.set(index, std::get<Image>(object->memory));
    else if (object != nullptr && std::holds_alternative<Pipe>(object->memory))
        kernel.set(index, std::get<Pipe>(object->memory));
    else
        reject("E-TYPE", "this is no image and no pipe", value.span);
}

LaunchRange ApiCall::range() const {
    LaunchRange range;
    bool has_size = false;
    for (const HostCall::Clause& clause : call_.clauses) {
        if (clause.name == "device") continue;
        Index3 numbers = {1, 1, 1};
        if (clause.name == "global_offset") numbers = {0, 0, 0};
        for (std::size_t d = 0; d < clause.numbers.size(); ++d)
            numbers[d] = bits(clause.numbers[d]);
        range.work_dimensions =
            std::max(range.work_dimensions, static_cast<unsigned>(clause.numbers.size()));
        if (clause.name == "global_size") {
            range.global_size = numbers;
            has_size = true;
        } else if (clause.name == "local_size") {
            range.local_size = numbers;
        } else if (clause.name == "global_offset") {
            range.global_offset = numbers;
        } else {
            range.sub_group_size = static_cast<std::uint32_t>(numbers[0]);
        }
    }
    if (!has_size) reject("E-NDRANGE", "the launch has no global size", call_.span);
    // As the checker has it: without a clause a work-group is one sub-group.
    if (!range.sub_group_size && range.local_size) {
        const Index3& local = *range.local_size;
        range.sub_group_size = static_cast<std::uint32_t>(local[0] * local[1] * local[2]);
    }
    return range;
}

HostApi::Result ApiCall::run_kernel() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    check_device(run_.queue(handle, span_of(0)).device_number, span_of(0));
    const Kernel kernel = this->kernel(1);
    return command(kernel.code().name(), handle,
                   queue.ndrange_kernel(kernel, range(), wait_list()));
}

HostApi::Result ApiCall::run_task() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    check_device(run_.queue(handle, span_of(0)).device_number, span_of(0));
    const Kernel kernel = this->kernel(1);
    return command(kernel.code().name(), handle, queue.task(kernel, wait_list()));
}

HostApi::Result ApiCall::run_native() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const std::string& function = call_.arguments[1].callee;
    const auto body = [run = thread_.shared_run(), function,
                       arguments = function_arguments(1)](std::span<void* const>) {
        if (!run_apart(run, "the native kernel " + quote(function), function, arguments))
            throw Error(ErrorCode::out_of_resources, "the native kernel failed");
    };
    return command(function, handle, queue.native_kernel(body, {}, wait_list()));
}

HostApi::Result ApiCall::marker() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    return command("marker", handle, queue.marker(wait_list()));
}

HostApi::Result ApiCall::barrier() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    return command("barrier", handle, queue.barrier(wait_list()));
}

}  // namespace clmm::runtime::host
