#pragma once

#include <atomic>
#include <cstring>
#include <memory>
#include <vector>

#include "clmm/runtime/function_kernel.h"
#include "stress_graph.h"

namespace clmm::runtime::testing {

/// Order of starts and ends of work-groups across all threads.
inline std::uint64_t take_ticket(std::atomic<std::uint64_t>& tickets) { return ++tickets; }

inline void fail(ExecutionEnvironment& environment, int status) {
    environment.fail(static_cast<ErrorCode>(status), "as planned");
}

template <class T>
T* step_of(const FunctionCall& call) {
    T* step = nullptr;
    std::memcpy(&step, std::get<ValueArgument>(call.arguments[0]).bytes.data(), sizeof step);
    return step;
}

template <class T>
std::vector<std::byte> bytes_of(T* step) {
    std::vector<std::byte> bytes(sizeof step);
    std::memcpy(bytes.data(), &step, sizeof step);
    return bytes;
}

inline std::vector<Parameter> step_parameter() {
    return {{.name = "step", .type_name = "ulong", .size = 8, .alignment = 8}};
}

/// Reads, without synchronisation of its own, what all commands of the wait list wrote.
inline void look_back(Step& step) {
    for (const Step* other : step.waits_for)
        for (unsigned group = 0; other->has_groups() && group < other->groups; ++group)
            if (other->trace.written[group] != static_cast<int>(other->number + group))
                step.trace.stale = true;
}

inline void run_native(Step& step, std::atomic<std::uint64_t>& tickets) {
    step.trace.begin(0, take_ticket(tickets));
    look_back(step);
    step.trace.written[0] = static_cast<int>(step.number);
    step.trace.end(take_ticket(tickets));
}

/// The program of one kernel, which does what the step in its argument says.
class StressProgram final : public ProgramCode {
public:
    explicit StressProgram(std::atomic<std::uint64_t>& tickets)
        : child_(std::make_shared<FunctionKernel>(
              "child", step_parameter(),
              [&tickets](const FunctionCall& call) { run_child(call, tickets); })),
          parent_(std::make_shared<FunctionKernel>(
              "parent", step_parameter(),
              [this, &tickets](const FunctionCall& call) { run_parent(call, tickets); })) {}

    std::vector<std::shared_ptr<const KernelCode>> kernels() const override { return {parent_}; }

private:
    static void run_child(const FunctionCall& call, std::atomic<std::uint64_t>& tickets) {
        auto& child = *step_of<ChildStep>(call);
        child.trace.begin(call.group.linear_id, take_ticket(tickets));
        if (child.failure != 0 && call.group.linear_id == 0) fail(call.environment, child.failure);
        child.trace.end(take_ticket(tickets));
    }

    void run_parent(const FunctionCall& call, std::atomic<std::uint64_t>& tickets) const {
        auto& step = *step_of<Step>(call);
        const std::uint64_t group = call.group.linear_id;
        step.trace.begin(group, take_ticket(tickets));
        look_back(step);
        step.trace.written[group] = static_cast<int>(step.number + group);
        if (group == 0)
            for (const auto& child : step.children) enqueue(call, *child);
        if (step.failure != 0 && group == step.failing_group) fail(call.environment, step.failure);
        step.trace.end(take_ticket(tickets));
    }

    void enqueue(const FunctionCall& call, ChildStep& child) const {
        call.environment.enqueue_child({.queue = call.environment.default_queue(),
                                        .flag = child.flag,
                                        .range = {.global_size = {child.groups, 1, 1}},
                                        .kernel = child_,
                                        .arguments = {ValueArgument{bytes_of(&child)}},
                                        .work_group = 0});
    }

    std::shared_ptr<const KernelCode> child_;
    std::shared_ptr<const KernelCode> parent_;
};

}  // namespace clmm::runtime::testing
