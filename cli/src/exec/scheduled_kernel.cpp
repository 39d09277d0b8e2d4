#include "exec/scheduled_kernel.h"

#include <cstdio>
#include <map>
#include <optional>
#include <ostream>
#include <sstream>

#include "exec/checks.h"
#include "exec/options.h"
#include "exec/values/argument.h"
#include "inputs.h"

namespace clmm::cli {
namespace {

/// Of the kernel's text, and of the launch file's if there is one (FNV-1a, 64 bits).
std::string hash_of(const ExecArguments& arguments) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    const auto mix = [&hash](const std::string& path) {
        const Result<SourcePtr> source = read_source(path);
        if (!source) throw ExecError{source.diagnostics()};
        for (const char c : (*source)->text())
            hash = (hash ^ static_cast<unsigned char>(c)) * std::uint64_t{0x100000001b3U};
    };
    mix(arguments.program_file);
    if (arguments.input != arguments.program_file) mix(arguments.input);
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

/// What a run has printed that failed.
struct Failure {
    std::string printed, errors;
};

void write_outputs(const std::map<std::string, std::uint64_t>& outputs, std::ostream& out) {
    if (outputs.size() == 1) {
        out << outputs.begin()->first;
        return;
    }
    for (const auto& [text, count] : outputs)
        out << count << (count == 1 ? " run:\n" : " runs:\n") << text;
}

}  // namespace

ExitCode run_scheduled_kernel(const ExecArguments& arguments, const std::string& kernel,
                              const KernelExecution& run, std::ostream& out, std::ostream& err) {
    ExecArguments one_unit = arguments;
    one_unit.compute_units = 1;
    std::map<std::string, std::uint64_t> outputs;
    std::optional<Failure> failure;
    ScheduledRuns runs(arguments.schedule,
                       scheduled_program(arguments, kernel, hash_of(arguments)));
    runs(arguments.runs, arguments.timeout,
         [&](runtime::Schedule& schedule, const runtime::ControlOptions& options) {
             auto end = runtime::RunEnd::finished;
             std::ostringstream text;
             std::ostringstream errors;
             const ExitCode code = run(one_unit, schedule, options, end, text, errors);
             const bool ended = end != runtime::RunEnd::given_up && end != runtime::RunEnd::cut &&
                                end != runtime::RunEnd::late;
             const bool failed = ended && code != ExitCode::as_expected;
             if (ended && !failed) ++outputs[text.str()];
             if (failed) failure = Failure{text.str(), errors.str()};
             return ScheduledRun{end, failed, false};
         });
    if (arguments.checks.json) {  // standard output is JSON alone
        out << (failure ? failure->printed : findings_json(arguments.input, {}));
        err << runs.summary();
    } else {
        write_outputs(outputs, out);
        out << runs.summary();
        if (failure) err << failure->printed;
    }
    if (!failure) return runs.completeness();
    err << failure->errors;
    if (!runs.replay_hint().empty()) err << "clmm: again: " << runs.replay_hint() << "\n";
    return ExitCode::expectation_failed;
}

}  // namespace clmm::cli
