#include "host/test_launch.h"

#include <algorithm>

#include "clmm/base/reject.h"
#include "clmm/parser/tree_walk.h"
#include "clmm/runtime/error.h"
#include "host/api.h"

namespace clmm::runtime::host {

TestLaunch ApiCall::test_launch() {
    std::uint64_t device = 0;
    for (const HostCall::Clause& clause : call_.clauses)
        if (clause.name == "device") device = bits(clause.numbers.front());
    check_device(device, call_.span);
    LaunchRange range = this->range();
    const Index3& size = range.global_size;
    if (size[0] * size[1] * size[2] == 1) {
        range.local_size = Index3{1, 1, 1};
        range.sub_group_size = 1;
    }
    return {.name = call_.arguments.front().callee,
            .kernel = kernel(0),
            .range = range,
            .device_number = static_cast<std::uint32_t>(device),
            .device = run_.device(device, call_.span),
            .span = call_.span};
}

std::vector<TestLaunch> test_launches(const std::shared_ptr<Run>& run) {
    std::vector<TestLaunch> out;
    std::map<std::string, unsigned> instances;
    for (const compiler::HostFunction& launch : run->code().host.launches) {
        HostThread thread(run, "the test");
        try {
            out.push_back(thread.run_launch(launch));
        } catch (const Error& error) {
            reject("E-EXEC", error.what(), thread.at());
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
        syntax::walk(function.body, {.expression = look});
    return found;
}

std::string item_name(const std::string& launch, unsigned dimensions, const Index3& global_id) {
    std::string text = launch + "[";
    for (unsigned d = 0; d < dimensions; ++d)
        text += (d == 0 ? "" : ",") + std::to_string(global_id[d]);
    return text + "]";
}

}  // namespace clmm::runtime::host
