#include "check/check_command.h"

#include <unistd.h>

#include <ostream>
#include <streambuf>

#include "check/kept_results.h"
#include "check/totals.h"
#include "output/problems.h"
#include "process/interrupt_handlers.h"
#include "process/many_tests.h"
#include "process/process.h"

namespace clmm::cli {
namespace {

/// What a single test prints as it is made. Once that has begun, the search is over, and only the
/// user's second signal cuts it short.
class LiveOutput : public std::streambuf {
public:
    LiveOutput(std::ostream& to, const InterruptHandlers& watch) : to_(to), watch_(watch) {}

    [[nodiscard]] std::ostream& stream() { return stream_; }

protected:
    std::streamsize xsputn(const char* text, std::streamsize size) override {
        watch_.hold();
        to_.write(text, size);
        return to_ ? size : 0;
    }
    int_type overflow(int_type c) override {
        const char one = traits_type::to_char_type(c);
        return xsputn(&one, 1) == 1 ? c : traits_type::eof();
    }
    int sync() override { return to_.flush() ? 0 : -1; }

private:
    std::ostream& to_;
    const InterruptHandlers& watch_;
    std::ostream stream_{this};
};

Totals run_all(const Session& session, const std::vector<Input>& inputs,
               const std::shared_ptr<const std::atomic<bool>>& interrupted, MemoryUse& memory,
               Printer& printer, Progress& progress, KeptResults& kept) {
    Totals totals;
    const auto take = [&](const TestRun& run) {
        printer.print(run);
        // What an interrupt has cut short is done again.
        if (!*interrupted) kept.add(run);
        totals.add(run);
        if (!session.arguments.junit_file.empty())
            totals.add_case(name_of(session.arguments, inputs[totals.cases.size()].path), run);
    };
    in_order_apart(
        inputs.size(), session.apart, job_count(session.arguments), interrupted, progress,
        *session.outcomes, memory,
        [&](std::size_t index) {
            auto known = kept.find(index);
            return known ? std::move(*known) : run_test(session, inputs[index]);
        },
        [&](std::size_t index, const WorkerProcesses::Ending& ending) {
            TestRun run;
            if (ending.limit)
                add_unknown(session, inputs[index], *ending.limit, run);
            else
                add_crash(session, inputs[index], ending.how, run);
            return run;
        },
        take);
    return totals;
}

/// Warnings about models, which are errors where they are to be.
Diagnostics about_models(const CheckArguments& arguments, ModelStore& models) {
    Diagnostics problems = models.warnings();
    if (arguments.warnings_are_errors) make_errors(problems);
    return problems;
}

/// Bad words on the command line, an interrupt, and a table that fits no test.
ExitCode overall(const CheckArguments& arguments, const Totals& totals, const InputList& list,
                 bool interrupted) {
    ExitCode code = totals.code;
    if (!list.problems.empty()) code = worst(code, ExitCode::bad_input);
    if (interrupted) code = worst(code, ExitCode::unknown);
    const bool useless_table = !arguments.expected_file.empty() && totals.counts.compared == 0;
    return useless_table ? worst(code, ExitCode::bad_input) : code;
}

/// What is said once all tests are done.
std::string closing(const CheckArguments& arguments, const Totals& totals, bool single,
                    std::size_t tests, const std::optional<ExpectedTable>& table) {
    std::string text;
    if (!arguments.quiet && !arguments.dump && !single)
        text += summary(totals.counts, tests - totals.counts.tests);
    if (!table) return text;
    if (!arguments.quiet) text += table_summary(totals.counts, table->size());
    if (totals.counts.compared == 0)
        text += "error: no test is in " + arguments.expected_file + " [E-TABLE]\n";
    return text;
}

}  // namespace

ExitCode run_check(const CheckArguments& arguments, std::ostream& out, std::ostream& err) {
    const bool colour = use_colour(arguments.colour, err);
    prepare_heap();
    const InterruptHandlers watch;
    const auto interrupted = watch.flag();
    ModelStore models(arguments.variants);
    std::optional<ExpectedTable> table;
    const Diagnostics problems = prepare(arguments, models, table);
    err << render(problems, colour);
    if (has_errors(problems)) return ExitCode::bad_input;

    const InputList list = expand_inputs(arguments.inputs);
    err << render(list.problems, colour);
    const std::vector<Input> inputs = take_shard(list.inputs, arguments.shard);
    const bool single = list.inputs.size() == 1;
    KeptResults kept(arguments, models, inputs, err);
    if (const Diagnostics unread = kept.read(); has_errors(unread)) {
        err << render(unread, colour);
        return ExitCode::bad_input;
    }
    const auto outcomes = shared_atomics<std::uint64_t>();
    const auto memory = std::make_shared<MemoryUse>(job_count(arguments));
    const bool apart = works_apart(arguments, inputs.size());
    LiveOutput live(out, watch);
    const Session session{
        arguments,
        models,
        common_budget(arguments, interrupted, memory),
        table ? &*table : nullptr,
        single,
        colour,
        inputs.size() == 1 && !apart && !kept.is_used() ? &live.stream() : nullptr,
        outcomes.get(),
        apart};
    Totals totals;
    {
        const bool bar = arguments.progress == Choice::automatic && !arguments.quiet;
        Printer printer(arguments, out, err);
        Progress progress(err, bar && can_show_progress(), inputs.size());
        totals = run_all(session, inputs, interrupted, *memory, printer, progress, kept);
        watch.hold();
    }
    const Diagnostics remarks = about_models(arguments, models);
    err << render(remarks, colour) << closing(arguments, totals, single, inputs.size(), table);
    ExitCode code = overall(arguments, totals, list, *interrupted);
    if (has_errors(remarks)) code = worst(code, ExitCode::bad_input);
    if (!kept.finish()) code = worst(code, ExitCode::bad_input);
    if (!write_files(arguments, totals, list.problems, err))
        code = worst(code, ExitCode::bad_input);
    return code;
}

}  // namespace clmm::cli
