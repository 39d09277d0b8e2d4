#include <algorithm>
#include <functional>
#include <limits>
#include <tuple>

#include "clmm/base/reject.h"
#include "clmm/runtime/compile.h"
#include "clmm/runtime/error.h"
#include "clmm/runtime/unit_program.h"
#include "execute/compiled_kernel.h"
#include "execute/handlers.h"
#include "host/final_state.h"
#include "host/kernel_tree.h"
#include "host/launched_kernel.h"
#include "programs/program_core.h"
#include "units/monitor.h"
#include "units/units.h"

namespace clmm::runtime {
namespace {

/// Its barriers may be those of single work-items, its group functions not.
void check_code(const Code& code) {
    for (const Instruction& i : code.instructions)
        if (is_together(i) && i.run != handlers::barrier() &&
            i.run != handlers::sub_group_barrier())
            reject("E-UNSUPPORTED", "group functions of single work-items are not executed", i.span,
                   "clmm check decides such tests");
}

/// They come before kernels that are launched, and nothing says when of single work-items.
void check_initialisers(const HostProgram::Code& code) {
    const auto initialisers = code.kernels->initializers();
    if (initialisers.empty() || code.tree.threads.empty()) return;
    reject("E-UNSUPPORTED",
           "nothing orders single work-items and the program's initialiser, which is not executed",
           code.function(initialisers.front()->name())->name_span,
           "launch a kernel: NDRange k(x), global_size(1)");
}

std::shared_ptr<const Code> code_of(const ProgramCode& program, const std::string& kernel) {
    for (const auto& each : program.kernels())
        if (each->name() == kernel) return dynamic_cast<const CompiledKernel&>(*each).shared_code();
    return nullptr;
}

Diagnostic about_error(const Error& error) {
    return {Severity::error, "E-EXEC", error.what(), "", nullptr, Span{}};
}

/// One execution.
class Execution {
public:
    Execution(const std::shared_ptr<const HostProgram::Code>& code,
              const UnitProgram::Code& program, const Platform& platform, bool weak_memory)
        : run_(std::make_shared<host::Run>(code, platform, host::LocalObjects::yes)),
          environments_(*run_) {
        for (std::size_t i = 0; i < program.kernels.size(); ++i)
            members_.push_back(
                std::make_unique<host::UnitMember>(program, i, *run_, environments_, weak_memory));
        for (const host::TestLaunch& launch : host::test_launches(run_))
            launches_.push_back(std::make_unique<host::LaunchedKernel>(
                launch, *run_, environments_.of(launch.device_number), weak_memory));
        if (weak_memory) host::reject_pipes(code->test);
        initialise();
        list_groups();
    }

    void operator()(Schedule& schedule, ControlOptions options, UnitOutcome& outcome) {
        // Unless it is told otherwise, what the test does not order may run at the same time.
        if (options.resident_groups == ControlOptions{}.resident_groups) {
            options.resident_groups = static_cast<std::uint32_t>(groups_.size()) + 1;
            options.resident_items = std::numeric_limits<std::uint32_t>::max();
        }
        ControlledRun run(schedule, options, cancelled_, [this](std::uint32_t number) {
            return number < groups_.size() ? groups_[number]() : nullptr;
        });
        if (options.weak_memory)
            monitors_ = std::make_unique<host::UnitMonitors>(*run_, members_, launches_,
                                                             run.writes(), options.rules);
        for (const auto& member : members_)
            member->start(monitors_ ? &monitors_->of(*member) : nullptr);
        try {
            outcome.end = run();
            if (outcome.end == RunEnd::stuck) report_stuck(run);
        } catch (const Error& error) {
            outcome.end = RunEnd::cancelled;
            outcome.outcome.failure.push_back(about_error(error));
        }
        outcome.findings = std::move(environments_.findings);
        if (monitors_)
            for (Finding& race : monitors_->findings()) outcome.findings.push_back(std::move(race));
        if (outcome.end != RunEnd::finished) return;
        for (const auto& member : members_)
            run_->registers[member->unit().number] = member->registers();
        host::read_final_state(*run_, outcome.outcome);
        outcome.outcome.finished = true;
    }

private:
    using Coordinates = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
    using MakeGroup = std::function<std::unique_ptr<ControlledGroup>()>;

    /// The program's initialisers, on each device: what they do comes before all that kernels do.
    void initialise() {
        NdRange range;
        for (host::UnitEnvironment* environment : environments_.with_own_variables())
            for (const auto& kernel : run_->program().core()->code->initializers()) {
                WorkerScratch scratch(0);
                kernel->instantiate(range, {}, *environment)->run(work_group(range, 0), scratch);
            }
    }

    /// Single work-items by the groups that they are in, then the groups of the launches.
    void list_groups() {
        std::map<Coordinates, std::vector<host::UnitMember*>> groups;
        for (const auto& member : members_) {
            const litmus::Unit& unit = member->unit();
            groups[{unit.device, unit.kernel, unit.work_group}].push_back(member.get());
        }
        for (auto& [place, members] : groups)
            groups_.emplace_back([this, device = std::get<0>(place), members = std::move(members)] {
                return std::make_unique<host::UnitGroup>(members, *run_, environments_.of(device),
                                                         monitors_.get());
            });
        for (const auto& launch : launches_)
            for (std::uint32_t number = 0; number < launch->groups(); ++number)
                groups_.emplace_back([this, &launch = *launch, number] {
                    return launch.group(number, monitors_ ? &monitors_->of(launch) : nullptr);
                });
    }

    void report_stuck(ControlledRun& run) {
        Finding finding;
        finding.kind = FindingKind::divergence;
        finding.message = "no work-item can go on: each waits for another";
        for (const auto& place : run.places()) {
            const Span span = place.block->code().instructions[place.at].span;
            finding.sites.push_back(place.block->group().site(
                *place.block, 0, span,
                place.spins ? "waits in a loop for another value" : "waits here"));
            name(finding.sites.back(), *place.block);
        }
        environments_.findings.push_back(std::move(finding));
    }

    /// Of those that one kernel has many, says which.
    void name(Finding::Site& site, Block& block) const {
        for (const auto& launch : launches_)
            if (&launch->view() == &block.group().instance())
                site.what = launch->name_of(site.global_id) + " " + site.what;
    }

    std::shared_ptr<host::Run> run_;
    host::UnitEnvironments environments_;
    const std::atomic<bool> cancelled_ = false;
    host::UnitMonitors::Members members_;
    host::UnitMonitors::Launches launches_;
    std::vector<MakeGroup> groups_;
    std::unique_ptr<host::UnitMonitors> monitors_;  ///< with weak memory
};

}  // namespace

bool is_of_work_items(const litmus::LitmusTest& test) {
    const bool has_host = std::ranges::any_of(test.units, [](const litmus::Unit& unit) {
        return unit.kind == litmus::UnitKind::host_thread;
    });
    if (has_host) return false;
    // Which kernels enqueue others, if any, only the tree tells.
    const syntax::LitmusTree& tree = litmus::tree_of(test);
    return tree.launches.empty() || !host::enqueues(tree);
}

Result<UnitProgram> UnitProgram::load(const litmus::LitmusTest& test) {
    using Outcome = Result<UnitProgram>;
    auto host = std::make_shared<HostProgram::Code>(HostProgram::Code{test});
    host->questions = std::make_shared<host::FinalQuestions>(host->test);
    Code code;
    try {
        host::check_initial_state(host->tree);
        for (const syntax::Thread& thread : host->tree.threads)
            code.kernels.push_back(host::unit_kernel(*host, thread));
        Diagnostics diagnostics = host->compile(code.kernels, true);
        if (has_errors(diagnostics)) return Outcome::failure(std::move(diagnostics));
        for (const host::UnitKernel& kernel : code.kernels) {
            code.code.push_back(code_of(*host->kernels, kernel.name));
            check_code(*code.code.back());
        }
        check_initialisers(*host);
        code.host = std::move(host);
        return {UnitProgram(std::make_shared<const Code>(std::move(code))), std::move(diagnostics)};
    } catch (const Rejected& rejected) {
        return Outcome::failure(rejected.in(test.source));
    }
}

UnitOutcome UnitProgram::run(const Platform& platform, Schedule& schedule,
                             const ControlOptions& options) const {
    UnitOutcome outcome;
    try {
        Execution(code_->host, *code_, platform, options.weak_memory)(schedule, options, outcome);
    } catch (const Rejected& rejected) {
        outcome.end = RunEnd::cancelled;
        outcome.rejected = true;
        outcome.outcome.failure.push_back(rejected.in(code_->host->tree.source));
    } catch (const Error& error) {
        outcome.end = RunEnd::cancelled;
        outcome.outcome.failure.push_back(about_error(error));
    }
    return outcome;
}

}  // namespace clmm::runtime
