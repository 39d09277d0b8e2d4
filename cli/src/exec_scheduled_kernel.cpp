#include "exec_scheduled_kernel.h"

#include <cstdio>
#include <map>
#include <ostream>
#include <sstream>

#include "clmm/runtime/controlled.h"
#include "exec_argument.h"
#include "inputs.h"

namespace clmm::cli {
namespace {

/// Of the kernel's text and of all that its steps depend on (FNV-1a, 64 bits).
std::string hash_of(const ExecArguments& arguments) {
    const Result<SourcePtr> source = read_source(arguments.input);
    if (!source) throw ExecError{source.diagnostics()};
    std::string all((*source)->text());
    const auto add = [&](const std::string& text) { all += '\0' + text; };
    const litmus::KernelLaunch& launch = arguments.launch;
    for (const auto* sizes : {&launch.global, &launch.local, &launch.offset}) {
        add("");
        for (const std::uint64_t size : *sizes) add(std::to_string(size));
    }
    add(std::to_string(launch.sub_group_size));
    add(std::to_string(arguments.schedule.control.resident_groups));
    add(std::to_string(arguments.repeat));
    for (const auto* texts : {&launch.arguments, &launch.definitions})
        for (const std::string& text : *texts) add(text);
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : all)
        hash = (hash ^ static_cast<unsigned char>(c)) * std::uint64_t{0x100000001b3U};
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

void write_outputs(const std::map<std::string, std::uint64_t>& outputs, std::ostream& out) {
    if (outputs.size() == 1) {
        out << outputs.begin()->first;
        return;
    }
    for (const auto& [text, count] : outputs)
        out << count << (count == 1 ? " run:\n" : " runs:\n") << text;
}

}  // namespace

ExitCode run_scheduled_kernel(const ExecArguments& arguments,
                              std::shared_ptr<const runtime::ProgramCode> program,
                              const std::string& kernel, const KernelExecution& run,
                              std::ostream& out, std::ostream& err) {
    if (arguments.schedule.control.weak_memory)
        reject(nullptr, {}, "E-UNSUPPORTED",
               "kernels are not executed with weak memory, litmus tests of work-items are",
               "leave out --weak-memory");
    ExecArguments one_unit = arguments;
    one_unit.compute_units = 1;
    runtime::Control control;
    const auto controlled = runtime::controlled(std::move(program), control);
    std::map<std::string, std::uint64_t> outputs;
    std::string failure;
    ScheduledRuns runs(arguments.schedule, kernel, hash_of(arguments), arguments.input);
    runs(arguments.runs, [&](runtime::Schedule& schedule, const runtime::ControlOptions& options) {
        control.schedule = &schedule;
        control.options = options;
        control.end = runtime::RunEnd::finished;
        std::ostringstream text;
        std::ostringstream errors;
        const ExitCode code = run(one_unit, controlled, text, errors);
        const bool ended =
            control.end != runtime::RunEnd::given_up && control.end != runtime::RunEnd::cut;
        const bool failed = ended && code != ExitCode::as_expected;
        if (ended && !failed) ++outputs[text.str()];
        if (failed) failure = text.str() + errors.str();
        return ScheduledRun{control.end, failed, false};
    });
    write_outputs(outputs, out);
    out << runs.summary();
    if (failure.empty()) return runs.completeness();
    err << failure;
    if (!runs.replay_hint().empty()) err << "clmm: again: " << runs.replay_hint() << "\n";
    return ExitCode::expectation_failed;
}

}  // namespace clmm::cli
