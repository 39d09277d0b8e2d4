#pragma once

#include <map>
#include <set>

#include "../execute/run_kernel.h"
#include "clmm/runtime/checks.h"
#include "clmm/runtime/command_queue.h"
#include "clmm/runtime/controlled.h"
#include "clmm/runtime/device_queue.h"

namespace clmm::runtime::test {

/// A kernel that is run again and again under control, each time on fresh memory.
class ControlledKernelRuns {
public:
    explicit ControlledKernelRuns(const std::string& text, const CompileOptions& options = {})
        : watched_(options.watched) {
        const auto compiled = compile(source(text), options);
        EXPECT_TRUE(compiled.ok()) << render(compiled.diagnostics());
        if (!compiled.ok()) throw std::runtime_error(render(compiled.diagnostics()));
        program_ = *compiled;
    }

    /// Runs its first kernel once on `memory`; watched code is checked for races.
    RunEnd run(Schedule& schedule, std::vector<int>& memory, std::uint64_t global,
               std::uint64_t local, std::uint32_t sub_group = 0) {
        ControlledRuntime controlled(platform_, schedule, options);
        findings.clear();
        std::shared_ptr<Checks> checks;
        if (watched_)
            checks = make_checks(
                {.race = true, .writes = options.weak_memory ? &controlled.writes() : nullptr});
        const Context context(
            platform_.devices(),
            {.print = {},
             .report = [&](const Finding& finding) { findings.push_back(finding); },
             .error = {},
             .observer = checks});
        const CommandQueue queue(context, context.devices().front());
        const DeviceQueue children(context, context.devices().front(), {.is_default = true});
        const Buffer buffer(context, memory.size() * sizeof(int),
                            {.host_pointer = HostPointer::use}, memory.data());
        Kernel kernel(Program(context, program_), program_->kernels().front()->name());
        kernel.set(0, buffer);
        const Event event = queue.ndrange_kernel(
            kernel,
            {.global_size = {global, 1, 1},
             .local_size = Index3{local, 1, 1},
             .sub_group_size = sub_group != 0 ? sub_group : static_cast<std::uint32_t>(local)});
        queue.flush();
        const RunEnd end = controlled.run();
        failure = event.failure();
        if (checks)
            for (Finding& each : checks->findings()) findings.push_back(std::move(each));
        return end;
    }

    struct Explored {
        std::set<std::vector<int>> memories;  ///< at the ends of runs
        std::size_t runs = 0;
        std::size_t complete = 0;  ///< not given up
        std::size_t stuck = 0;
    };
    Explored explore(
        std::size_t size, std::uint64_t global, std::uint64_t local,
        ExhaustiveSchedule::Reduction reduction = ExhaustiveSchedule::Reduction::conflicts) {
        Explored out;
        ExhaustiveSchedule schedule(reduction);
        std::vector<int> memory(size);
        do {
            std::ranges::fill(memory, 0);
            schedule.begin();
            const RunEnd end = run(schedule, memory, global, local);
            ++out.runs;
            if (end == RunEnd::given_up) continue;
            ++out.complete;
            if (end == RunEnd::stuck)
                ++out.stuck;
            else
                out.memories.insert(memory);
        } while (schedule.next() && out.runs < 1'000'000);
        return out;
    }

    ControlOptions options;
    std::vector<Finding> findings;  ///< of the last run
    std::string failure;            ///< likewise

private:
    Platform platform_{{DeviceDescription{}}};
    bool watched_;
    std::shared_ptr<const ProgramCode> program_;
};

}  // namespace clmm::runtime::test
