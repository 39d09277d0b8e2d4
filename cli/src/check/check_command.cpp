#include "check/check_command.h"

#include <unistd.h>

#include <fstream>
#include <ostream>
#include <streambuf>

#include "check/junit.h"
#include "check/kept_results.h"
#include "clmm/base/printable.h"
#include "clmm/report/json.h"
#include "clmm/report/sarif.h"
#include "output/files.h"
#include "output/problems.h"
#include "process/many_tests.h"
#include "process/process.h"
#include "version.h"

namespace clmm::cli {
namespace {

bool use_colour(Choice choice, const std::ostream& err) {
    return choice == Choice::automatic ? shows_colours(err) : choice == Choice::always;
}

/// Prints results in order as they come.
class Printer {
public:
    Printer(const CheckArguments& arguments, std::ostream& out, std::ostream& err)
        : json_(arguments.json && !arguments.dump && !arguments.quiet), out_(out), err_(err) {
        if (json_) out_ << report::json_header(version());
    }
    ~Printer() {
        if (json_) out_ << report::json_footer();
        out_.flush();
    }
    Printer(const Printer&) = delete;
    Printer& operator=(const Printer&) = delete;

    void print(const TestRun& run) {
        // What is printed already is of the only test.
        if (json_ && !run.out.empty() && !first_) out_ << ",\n";
        if (!run.out.empty()) first_ = false;
        out_ << run.out << std::flush;
        err_ << run.err << std::flush;
    }

private:
    bool json_;
    bool first_ = true;
    std::ostream& out_;
    std::ostream& err_;
};

/// What a single test prints as it is made. Once that has begun, the search is over, and only the
/// user's second signal cuts it short.
class LiveOutput : public std::streambuf {
public:
    LiveOutput(std::ostream& to, const InterruptWatch& watch) : to_(to), watch_(watch) {}

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
    const InterruptWatch& watch_;
    std::ostream stream_{this};
};

struct Totals {
    Counts counts;
    ExitCode code = ExitCode::as_expected;
    std::vector<report::Finding> findings;
    std::string proofs;
    std::vector<JunitCase> cases;
};

Totals run_all(const Session& session, const std::vector<Input>& inputs,
               const std::shared_ptr<const std::atomic<bool>>& interrupted, MemoryUse& memory,
               Printer& printer, Progress& progress, KeptResults& kept) {
    Totals totals;
    const auto take = [&](const TestRun& run) {
        printer.print(run);
        // What an interrupt has cut short is done again.
        if (!*interrupted) kept.add(run);
        totals.counts += run.counts;
        totals.findings.insert(totals.findings.end(), run.findings.begin(), run.findings.end());
        totals.proofs += run.proofs;
        if (!session.arguments.junit_file.empty())
            totals.cases.push_back(
                {name_of(session.arguments, inputs[totals.cases.size()].path), run.code, run.err});
        totals.code = worst(totals.code, run.code);
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

/// False, with a message, where the file cannot be written.
bool write(const std::string& path, const std::string& text, std::ostream& err) {
    const auto why = write_whole(path, text);
    if (why) err << unwritten(path, *why);
    return !why;
}

/// What is also written: for other programs.
bool write_files(const CheckArguments& arguments, Totals& totals, const InputList& list,
                 std::ostream& err) {
    bool written = true;
    if (!arguments.sarif_file.empty()) {
        for (const Diagnostic& each : list.problems)
            totals.findings.push_back(report::finding_of(each));
        written = write(arguments.sarif_file, report::to_sarif(totals.findings, version()), err);
    }
    if (!arguments.junit_file.empty())
        written = write(arguments.junit_file, to_junit(totals.cases), err) && written;
    if (!arguments.proof_file.empty())
        written = write(arguments.proof_file, totals.proofs, err) && written;
    return written;
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
    const InterruptWatch watch;
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
        Progress progress(err, bar && is_terminal(STDERR_FILENO), inputs.size());
        totals = run_all(session, inputs, interrupted, *memory, printer, progress, kept);
        watch.hold();
    }
    const Diagnostics remarks = about_models(arguments, models);
    err << render(remarks, colour) << closing(arguments, totals, single, inputs.size(), table);
    ExitCode code = overall(arguments, totals, list, *interrupted);
    if (has_errors(remarks)) code = worst(code, ExitCode::bad_input);
    if (!kept.finish()) code = worst(code, ExitCode::bad_input);
    if (!write_files(arguments, totals, list, err)) code = worst(code, ExitCode::bad_input);
    return code;
}

}  // namespace clmm::cli
