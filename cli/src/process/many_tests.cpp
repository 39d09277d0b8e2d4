#include "process/many_tests.h"

#include <algorithm>
#include <thread>

#include "process/process.h"

namespace clmm::cli {
namespace {

bool stays_in_this_process = false;

}  // namespace

unsigned job_count(const CheckArguments& arguments) {
    return arguments.jobs != 0 ? arguments.jobs : std::max(1U, std::thread::hardware_concurrency());
}

Budget common_budget(const CheckArguments& arguments,
                     const std::shared_ptr<const std::atomic<bool>>& interrupted,
                     const std::shared_ptr<MemoryUse>& memory) {
    Budget budget;
    budget.set_interrupt(interrupted);
    if (arguments.memory_limit_mib != 0)
        budget.set_memory(arguments.memory_limit_mib << 20U,
                          [memory] { return memory ? memory->resident() : resident_bytes(); });
    return budget;
}

bool works_apart(const CheckArguments& arguments, std::size_t count) {
    if (stays_in_this_process) return false;
    return count > 1 ||
           (count == 1 && (arguments.check.timeout || arguments.memory_limit_mib != 0));
}

void stay_in_this_process() { stays_in_this_process = true; }

HardLimit::Limits hard_limits(const CheckArguments& arguments, bool in_worker) {
    return {.timeout = arguments.check.timeout,
            .memory_bytes = arguments.memory_limit_mib << 20U,
            .in_worker = in_worker};
}

namespace {

/// The last test may be a large one, and what was found until then is worth more than the time.
HardLimit::Limits limits_of_search(const CheckArguments& arguments) {
    HardLimit::Limits limits = hard_limits(arguments, false);
    limits.grace = std::chrono::milliseconds(500) * job_count(arguments);
    return limits;
}

}  // namespace

SearchWatch::SearchWatch(const CheckArguments& arguments) : limit_(limits_of_search(arguments)) {}

enumerator::CheckOptions search_options(
    const CheckArguments& arguments, const std::shared_ptr<const std::atomic<bool>>& interrupted) {
    enumerator::CheckOptions check = arguments.check;
    check.timeout.reset();
    check.budget = common_budget(arguments, interrupted);
    if (arguments.check.timeout) check.budget.set_timeout(*arguments.check.timeout);
    return check;
}

std::string summary(const Counts& counts, std::size_t skipped) {
    std::string text = std::to_string(counts.tests) + (counts.tests == 1 ? " test" : " tests") +
                       ", condition true in " + std::to_string(counts.holds) + ", false in " +
                       std::to_string(counts.fails);
    const auto add = [&](std::size_t number, const char* what) {
        if (number != 0) text += ", " + std::to_string(number) + " " + what;
    };
    const auto plural = [](std::size_t number, const char* one, const char* several) {
        return number == 1 ? one : several;
    };
    add(counts.unknown, "unknown");
    add(counts.racy, "racy");
    add(counts.undefined, "otherwise undefined");
    add(counts.rejected, "rejected");
    add(counts.crashed, plural(counts.crashed, "internal error", "internal errors"));
    add(counts.met_claims, plural(counts.met_claims, "expectation met", "expectations met"));
    add(counts.failed_claims,
        plural(counts.failed_claims, "expectation failed", "expectations failed"));
    add(skipped, "not begun");
    return text + "\n";
}

std::string table_summary(const Counts& counts, std::size_t rows) {
    return "compared with the table: " + std::to_string(counts.compared) + " of " +
           std::to_string(rows) + " rows, " + std::to_string(counts.disagreed) + " disagree\n";
}

namespace {

/// What --verdict leaves nothing to say of.
Diagnostics contradictions(const CheckArguments& arguments) {
    Diagnostics problems;
    if (!arguments.check.verdict_only) return problems;
    const auto exclude = [&](bool is_given, const std::string& option) {
        if (is_given)
            problems.push_back({Severity::error, "E-USAGE",
                                "--verdict lists no final states, and " + option + " is about them",
                                "leave one of them out", nullptr, Span{}});
    };
    exclude(arguments.states.has_value(), "--states");
    exclude(arguments.check.all_executions, "--executions");
    exclude(arguments.ambiguities, "--ambiguities");
    exclude(arguments.outcomes, "--outcomes");
    exclude(arguments.dump == Dump::executions, "--dump=executions");
    return problems;
}

}  // namespace

Diagnostics prepare(const CheckArguments& arguments, ModelStore& models,
                    std::optional<ExpectedTable>& table) {
    Diagnostics problems;
    const auto note = [&](const Diagnostics& found) {
        problems.insert(problems.end(), found.begin(), found.end());
    };
    note(contradictions(arguments));
    const bool decides = !arguments.dump || *arguments.dump == Dump::executions;
    if (decides)
        if (const auto engine =
                enumerator::make_engine(arguments.check.engines.get(), arguments.check.engine);
            !engine)
            note(engine.diagnostics());
    for (const std::string& word : arguments.models)
        if (const auto model = models.get(word); !*model) note(model->diagnostics());
    if (arguments.expected_file.empty()) return problems;
    const Result<SourcePtr> csv = read_source(arguments.expected_file);
    if (!csv) {
        note(csv.diagnostics());
    } else if (auto read = ExpectedTable::read(*csv); !read) {
        note(read.diagnostics());
    } else {
        table = std::move(read).value();
    }
    return problems;
}

}  // namespace clmm::cli
