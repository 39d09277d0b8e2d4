#include "host/test_launch.h"

#include <algorithm>

#include "clmm/runtime/error.h"
#include "compile/code_walk.h"
#include "compile/diagnose.h"
#include "host/api.h"

namespace clmm::runtime::host {

using compiler::quote;
using compiler::reject;

ApiCall::ApiCall(Interpreter& thread, const syntax::Launch& launch)
    : thread_(thread),
      run_(*thread.run_),
      call_(std::get<syntax::Call>(launch.parts.front()->node)),
      span_(launch.span),
      of_test_(true) {
    for (const auto& part : launch.parts) {
        const auto* clause = std::get_if<syntax::Call>(&part->node);
        if (clause != nullptr && clause->function == "device")
            device_ = clause;
        else
            sort(*part);
    }
    thread_.frames_.push_back({.scopes = {{}}, .result = {}});
}

TestLaunch ApiCall::test_launch() {
    std::uint64_t device = 0;
    if (device_ != nullptr) device = thread_.evaluate(*device_->arguments.front()).bits;
    check_device(device, span_);
    LaunchRange range = this->range();
    const Index3& size = range.global_size;
    if (size[0] * size[1] * size[2] == 1) {
        range.local_size = Index3{1, 1, 1};
        range.sub_group_size = 1;
    }
    return {.name = call_.function,
            .kernel = kernel(0),
            .range = range,
            .device_number = static_cast<std::uint32_t>(device),
            .device = run_.device(device, span_),
            .span = span_};
}

/// A struct by value: an object of the initial state stands for what it holds at the start.
void ApiCall::set_object_value(Kernel& kernel, std::size_t index, const Value& value, Span span) {
    const Object* object = run_.memory().at(value.bits);
    const std::size_t size = kernel.code().parameters()[index].size;
    if (object == nullptr || !value.type.element().is_record() ||
        value.type.element().size() != size)
        reject("E-TYPE",
               quote(kernel.code().parameters()[index].type_name) + " is given an address", span);
    kernel.set_bytes(index, std::span(object->base, size));
}

std::vector<TestLaunch> test_launches(const std::shared_ptr<Run>& run) {
    std::vector<TestLaunch> out;
    std::map<std::string, unsigned> instances;
    for (const syntax::Launch& launch : run->code().tree.launches) {
        Interpreter thread(run, "the test");
        try {
            out.push_back(ApiCall(thread, launch).test_launch());
        } catch (const Error& error) {
            reject("E-EXEC", error.what(), launch.span);
        }
        if (const unsigned instance = ++instances[out.back().name]; instance > 1)
            out.back().name += "#" + std::to_string(instance);
    }
    return out;
}

void start_launches(const std::shared_ptr<Run>& run) {
    run->order_start();
    for (const TestLaunch& launch : test_launches(run)) {
        run->enter_api("the test", launch.span);
        const std::uint64_t handle =
            run->add_queue("NDRange", launch.device_number, 0, launch.span);
        const CommandQueue queue = *run->queue(handle, launch.span).host;
        try {
            run->add_command(launch.name, handle,
                             queue.ndrange_kernel(launch.kernel, launch.range));
        } catch (const Error& error) {
            reject("E-EXEC", error.what(), launch.span);
        }
        queue.flush();
    }
}

namespace {

/// The sizes that a clause gives; others are 1.
Index3 sizes_of(const syntax::Launch& launch, const char* name) {
    Index3 sizes = {1, 1, 1};
    for (const auto& part : launch.parts)
        if (const auto* clause = std::get_if<syntax::Call>(&part->node);
            clause != nullptr && clause->function == name)
            for (std::size_t d = 0; d < std::min<std::size_t>(clause->arguments.size(), 3); ++d)
                sizes[d] = constant_of(*clause->arguments[d]);
    return sizes;
}

}  // namespace

unsigned launched_groups(const syntax::LitmusTree& tree) {
    std::uint64_t groups = 0;
    for (const syntax::Launch& launch : tree.launches)
        groups += work_group_count({.work_dimensions = 3,
                                    .global_size = sizes_of(launch, "global_size"),
                                    .local_size = sizes_of(launch, "local_size")});
    return static_cast<unsigned>(groups);
}

bool enqueues(const syntax::LitmusTree& tree) {
    bool found = false;
    const auto look = [&](const syntax::Expression& expression) {
        const auto* call = std::get_if<syntax::Call>(&expression.node);
        found = found || (call != nullptr && call->function.starts_with("enqueue_"));
    };
    for (const syntax::Function& function : tree.functions)
        compiler::walk(function.body, {.expression = look, .declarator = [](const auto&) {}});
    return found;
}

std::string item_name(const std::string& launch, unsigned dimensions, const Index3& global_id) {
    std::string text = launch + "[";
    for (unsigned d = 0; d < dimensions; ++d)
        text += (d == 0 ? "" : ",") + std::to_string(global_id[d]);
    return text + "]";
}

}  // namespace clmm::runtime::host
