#pragma once

#include <memory>

#include "support.h"

namespace clmm::runtime::testing {

/// A machine with a default on-device queue.
struct Nested : Machine {
    explicit Nested(unsigned compute_units = 2, DeviceQueueProperties properties = {true, 0})
        : Machine(compute_units), queue(context, device, properties) {}

    /// Runs a kernel of so many work-groups of one work-item, and waits.
    [[nodiscard]] Event run(const Function& parent, std::uint64_t groups = 1) const {
        const Event event = in_order.ndrange_kernel(
            kernel(parent), {.global_size = {groups, 1, 1}, .local_size = Index3{1, 1, 1}});
        event.wait();
        return event;
    }

    DeviceQueue queue;
};

inline ChildLaunch child_of(const FunctionCall& call, std::shared_ptr<const KernelCode> kernel,
                            EnqueueFlag flag = EnqueueFlag::no_wait) {
    return {.queue = call.environment.default_queue(),
            .flag = flag,
            .kernel = std::move(kernel),
            .work_group = call.group.linear_id};
}

/// Enqueues a child behind those enqueued before, and waits until it has run: a compute unit that
/// is free has then taken whatever was ready before it.
inline void wait_for_a_probe(const FunctionCall& call) {
    const auto ran = std::make_shared<Gate>();
    call.environment.enqueue_child(child_of(call, code("probe", [ran](auto&) { ran->open(); })));
    ran->wait();
}

}  // namespace clmm::runtime::testing
