#pragma once

#include <map>
#include <set>

#include "../execute/run_kernel.h"
#include "clmm/runtime/controlled.h"

namespace clmm::runtime::test {

/// A kernel that is run again and again under control, each time on fresh memory.
class ControlledKernelRuns {
public:
    explicit ControlledKernelRuns(const std::string& text, const CompileOptions& options = {}) {
        const auto compiled = compile(source(text), options);
        EXPECT_TRUE(compiled.ok()) << render(compiled.diagnostics());
        if (!compiled.ok()) throw std::runtime_error(render(compiled.diagnostics()));
        program_ = controlled(*compiled, control);
    }

    /// Runs it once on `memory`.
    RunEnd run(Schedule& schedule, std::vector<int>& memory, std::uint64_t global,
               std::uint64_t local, std::uint32_t sub_group = 0) {
        control.schedule = &schedule;
        environment = std::make_unique<PlainEnvironment>();
        NdRange range;
        range.global_size[0] = global;
        range.local_size[0] = local;
        range.sub_group_size = sub_group != 0 ? sub_group : static_cast<std::uint32_t>(local);
        const auto kernel = program_->kernels().front();
        const auto instance = kernel->instantiate(range, {buffer(memory)}, *environment);
        WorkerScratch scratch{0};
        failure.clear();
        try {
            for (std::uint64_t i = 0; i < work_group_count(range); ++i)
                instance->run(work_group(range, i), scratch);
        } catch (const Error& error) {
            failure = error.sentence();
        }
        return control.end;
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
        // The same memory each time: addresses are part of steps.
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

    Control control;
    std::unique_ptr<PlainEnvironment> environment;
    std::string failure;

private:
    std::shared_ptr<const ProgramCode> program_;
};

}  // namespace clmm::runtime::test
