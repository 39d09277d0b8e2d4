#include "clmm/runtime/unit_program.h"

#include <algorithm>
#include <tuple>

#include "clmm/runtime/compile.h"
#include "clmm/runtime/error.h"
#include "compile/diagnose.h"
#include "execute/compiled_kernel.h"
#include "execute/handlers.h"
#include "host/final_state.h"
#include "host/unit_monitor.h"
#include "host/units.h"

namespace clmm::runtime {
namespace {

using compiler::quote;
using compiler::reject;
using compiler::Rejected;

/// What the checker understands and no run does.
void check_kind(const syntax::LitmusTree& tree) {
    if (!tree.launches.empty())
        reject("E-UNSUPPORTED", "a kernel that no host thread enqueues is not executed",
               tree.launches.front().span, "enqueue it: clEnqueueNDRangeKernel(q, k(x), …)");
    for (const syntax::InitEntry& entry : tree.initial_state) {
        if (!entry.unit) continue;
        const auto thread = std::ranges::find(tree.threads, *entry.unit, &syntax::Thread::number);
        const bool is_parameter =
            thread != tree.threads.end() &&
            std::ranges::find(thread->parameters, entry.name, &syntax::Declarator::name) !=
                thread->parameters.end();
        if (!is_parameter)
            reject("E-UNSUPPORTED",
                   quote(entry.name) +
                       " has an initial value but is no parameter, which is not "
                       "executed",
                   entry.span, "make it a parameter, or assign to it");
    }
}

/// Its barriers may be those of single work-items, its group functions not.
void check_code(const Code& code) {
    for (const Instruction& i : code.instructions)
        if (is_together(i) && i.run != handlers::barrier() &&
            i.run != handlers::sub_group_barrier())
            reject("E-UNSUPPORTED", "group functions of single work-items are not executed", i.span,
                   "clmm check decides such tests");
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
        : run_(code, platform, host::LocalObjects::yes), environment_(run_) {
        std::map<Place, std::vector<host::UnitMember*>> groups;
        for (std::size_t i = 0; i < program.kernels.size(); ++i) {
            members_.push_back(
                std::make_unique<host::UnitMember>(program, i, run_, environment_, weak_memory));
            const litmus::Unit& unit = members_.back()->unit();
            groups[{unit.device, unit.kernel, unit.work_group}].push_back(members_.back().get());
        }
        for (auto& [place, members] : groups) groups_.push_back(std::move(members));
    }

    void operator()(Schedule& schedule, const ControlOptions& options, UnitOutcome& outcome) {
        ControlledRun run(schedule, options, environment_.cancelled(),
                          [this](std::uint32_t number) { return group(number); });
        if (options.weak_memory)
            monitors_ =
                std::make_unique<host::UnitMonitors>(run_, members_, run.writes(), options.rules);
        for (const auto& member : members_)
            member->start(monitors_ ? &monitors_->of(*member) : nullptr);
        try {
            outcome.end = run();
            if (outcome.end == RunEnd::stuck) report_stuck(run);
        } catch (const Error& error) {
            outcome.end = RunEnd::cancelled;
            outcome.outcome.failure.push_back(about_error(error));
        }
        outcome.findings = std::move(environment_.findings);
        if (monitors_)
            for (Finding& race : monitors_->findings()) outcome.findings.push_back(std::move(race));
        if (outcome.end != RunEnd::finished) return;
        for (const auto& member : members_)
            run_.registers[member->unit().number] = member->registers();
        host::read_final_state(run_, outcome.outcome);
        outcome.outcome.finished = true;
    }

private:
    using Place = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

    std::unique_ptr<ControlledGroup> group(std::uint32_t number) {
        if (number >= groups_.size()) return nullptr;
        return std::make_unique<host::UnitGroup>(groups_[number], run_, environment_,
                                                 monitors_.get());
    }

    void report_stuck(ControlledRun& run) {
        Finding finding;
        finding.kind = FindingKind::divergence;
        finding.message = "no work-item can go on: each waits for another";
        for (const auto& place : run.places())
            finding.sites.push_back(place.block->group().site(
                *place.block, 0, place.block->code().instructions[place.at].span,
                place.spins ? "waits in a loop for another value" : "waits here"));
        environment_.report(std::move(finding));
    }

    host::Run run_;
    host::UnitEnvironment environment_;
    std::vector<std::unique_ptr<host::UnitMember>> members_;
    std::vector<std::vector<host::UnitMember*>> groups_;
    std::unique_ptr<host::UnitMonitors> monitors_;  ///< with weak memory
};

}  // namespace

bool is_of_work_items(const litmus::LitmusTest& test) {
    return std::ranges::none_of(test.units, [](const litmus::Unit& unit) {
        return unit.kind == litmus::UnitKind::host_thread;
    });
}

Result<UnitProgram> UnitProgram::load(const litmus::LitmusTest& test) {
    using Outcome = Result<UnitProgram>;
    auto tree = syntax::parse_litmus(test.source);
    if (!tree) return Outcome::failure(tree.diagnostics());
    auto host = std::make_shared<HostProgram::Code>(
        HostProgram::Code{test, std::move(tree).value(), nullptr});
    Code code;
    try {
        check_kind(host->tree);
        std::vector<host::Insertion> insertions;
        for (const syntax::Thread& thread : host->tree.threads) {
            code.kernels.push_back(host::unit_kernel(*host, thread));
            const auto& own = code.kernels.back().insertions;
            insertions.insert(insertions.end(), own.begin(), own.end());
        }
        std::ranges::stable_sort(insertions, {}, &host::Insertion::at);
        host->text = std::make_shared<const host::KernelText>(host->tree, std::move(insertions));
        const auto program = compile(host->text->text(), {.watched = true});
        Diagnostics diagnostics = host->text->about_test(program.diagnostics());
        if (!program) return Outcome::failure(std::move(diagnostics));
        host->kernels = *program;
        for (const host::UnitKernel& kernel : code.kernels) {
            code.code.push_back(code_of(**program, kernel.name));
            check_code(*code.code.back());
        }
        code.host = std::move(host);
        return {UnitProgram(std::make_shared<const Code>(std::move(code))), std::move(diagnostics)};
    } catch (Rejected& rejected) {
        rejected.diagnostic.source = test.source;
        return Outcome::failure(std::move(rejected.diagnostic));
    }
}

UnitOutcome UnitProgram::run(const Platform& platform, Schedule& schedule,
                             const ControlOptions& options) const {
    UnitOutcome outcome;
    try {
        Execution(code_->host, *code_, platform, options.weak_memory)(schedule, options, outcome);
        for (Finding& each : outcome.findings)
            each = code_->host->text->about_test(std::move(each));
    } catch (Rejected& rejected) {
        rejected.diagnostic.source = code_->host->tree.source;
        outcome.end = RunEnd::cancelled;
        outcome.outcome.failure.push_back(std::move(rejected.diagnostic));
    } catch (const Error& error) {
        outcome.end = RunEnd::cancelled;
        outcome.outcome.failure.push_back(about_error(error));
    }
    return outcome;
}

}  // namespace clmm::runtime
