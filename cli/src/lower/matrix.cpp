#include "lower/matrix.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <ostream>

#include "clmm/compilers/command.h"
#include "clmm/lowering/read_program.h"
#include "clmm/report/matrix.h"
#include "clmm/targets/languages.h"
#include "exec/json.h"
#include "inputs.h"
#include "lower/run_compiler.h"
#include "lower/trial.h"
#include "output/files.h"
#include "output/problems.h"
#include "process/many_tests.h"
#include "process/ordered_pool.h"
#include "process/process.h"
#include "process/progress.h"
#include "version.h"

namespace clmm::cli {
namespace {

struct Row {
    std::string path;
    std::string not_lowered;            ///< why the test itself is none that compilers are given
    std::vector<Cell> cells;            ///< by compiler
    std::vector<TrialDetails> details;  ///< likewise, where a page or SARIF is wanted
};

class CompilerMatrix {
public:
    CompilerMatrix(const LowerArguments& arguments, std::ostream& out, std::ostream& err)
        : arguments_(arguments), out_(out), err_(err), trial_(arguments) {}

    ExitCode operator()() {
        auto found = expand_inputs(arguments_.check.inputs);
        if (!found.problems.empty()) return rejected(found.problems, err_);
        inputs_ = take_shard(std::move(found.inputs), arguments_.check.shard);
        for (const std::string& word : arguments_.compiled.compilers)
            for (const auto dialect : {generator::Dialect::opencl, generator::Dialect::c}) {
                const auto command = compilers::compiler_command(word, dialect);
                if (!command) return rejected(command.diagnostics(), err_);
            }
        Progress progress(err_, can_show_progress(), inputs_.size(), "tests");
        const std::atomic<std::uint64_t> none = 0;
        in_order(
            inputs_.size(), job_count(arguments_.check), *watch_.flag(), progress, none,
            [this](std::size_t index) { return row(inputs_[index]); },
            [this](Row made) { rows_.push_back(std::move(made)); });
        watch_.hold();
        if (arguments_.check.json)
            json();
        else
            text();
        out_.flush();  // a report may go where the text goes
        return write_reports() ? code() : ExitCode::bad_input;
    }

private:
    Row row(const Input& input) {
        Row made{.path = input.relative};
        const auto failed = [&](const Diagnostics& problems) {
            made.not_lowered = in_one_line(problems);
            return made;
        };
        const auto source = read_source(input.path);
        if (!source) return failed(source.diagnostics());
        const auto test = targets::read_test(source.value());
        if (!test) return failed(test.diagnostics());
        const auto program = lowering::read_program(*test);
        if (!program) return failed(program.diagnostics());
        const auto model = trial_.source_model(*test, *program);
        if (!*model) return failed(model->diagnostics());
        for (const std::string& word : arguments_.compiled.compilers) {
            TrialDetails* const details = wants_details() ? &made.details.emplace_back() : nullptr;
            made.cells.push_back(trial_(*program, model->value(),
                                        trial_.command(word, program->dialect), details,
                                        source.value()));
        }
        return made;
    }

    using Counts = std::array<std::size_t, kFates.size()>;
    [[nodiscard]] Counts counts(std::size_t compiler) const {
        Counts made{};
        for (const Row& each : rows_)
            if (each.not_lowered.empty())
                ++made[static_cast<std::size_t>(each.cells[compiler].fate)];
        return made;
    }

    void text() {
        const auto& compilers = arguments_.compiled.compilers;
        std::size_t width = 8;
        for (const std::string& each : compilers) width = std::max(width, each.size());
        const auto padded = [](const std::string& word, std::size_t to) {
            return std::string(word.size() < to ? to - word.size() : 0, ' ') + word;
        };
        out_ << "Compiler" << std::string(width - 8, ' ');
        for (const char* each : kFates) out_ << "  " << each;
        out_ << "\n";
        for (std::size_t i = 0; i < compilers.size(); ++i) {
            out_ << compilers[i] << std::string(width - compilers[i].size(), ' ');
            const Counts found = counts(i);
            for (std::size_t at = 0; at < kFates.size(); ++at)
                out_ << "  "
                     << padded(std::to_string(found[at]), std::string_view(kFates[at]).size());
            out_ << "\n";
        }
        details();
        left_out();
    }

    /// What is neither sound nor undefined, by compiler.
    void details() {
        const auto& compilers = arguments_.compiled.compilers;
        for (std::size_t i = 0; i < compilers.size(); ++i) {
            bool has_head = false;
            for (const Row& each : rows_) {
                if (!each.not_lowered.empty()) continue;
                const Cell& cell = each.cells[i];
                if (cell.fate == Fate::sound || cell.fate == Fate::undefined) continue;
                if (!has_head) out_ << "\n" << compilers[i] << "\n";
                has_head = true;
                out_ << "  " << each.path << ": " << kFates[static_cast<std::size_t>(cell.fate)]
                     << ": " << cell.why << "\n";
            }
        }
    }

    void left_out() {
        std::map<std::string, std::size_t> reasons;
        std::size_t count = 0;
        for (const Row& each : rows_) {
            if (each.not_lowered.empty()) continue;
            ++count;
            const std::size_t at = each.not_lowered.find(": ");
            ++reasons[at == std::string::npos ? each.not_lowered : each.not_lowered.substr(at + 2)];
        }
        out_ << "\n" << rows_.size() << " tests";
        if (count > 0) out_ << ", " << count << " of which no compiler was given";
        out_ << "\n";
        for (const auto& [reason, times] : reasons) out_ << "  " << times << ": " << reason << "\n";
        if (rows_.size() < inputs_.size()) out_ << "Interrupted: not all tests were looked at\n";
    }

    void json() {
        out_ << "{\"clmm\": " << json_string(version())
             << ", \"complete\": " << (rows_.size() == inputs_.size() ? "true" : "false")
             << ", \"rows\": [";
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const Row& row = rows_[i];
            out_ << (i == 0 ? "\n" : ",\n") << "{\"test\": " << json_string(row.path);
            if (!row.not_lowered.empty())
                out_ << ", \"not_lowered\": " << json_string(row.not_lowered);
            out_ << ", \"compilers\": [";
            for (std::size_t at = 0; at < row.cells.size(); ++at) {
                const Cell& cell = row.cells[at];
                out_ << (at == 0 ? "" : ", ")
                     << "{\"compiler\": " << json_string(arguments_.compiled.compilers[at])
                     << ", \"verdict\": "
                     << json_string(kFates[static_cast<std::size_t>(cell.fate)]);
                if (!cell.why.empty()) out_ << ", \"why\": " << json_string(cell.why);
                out_ << "}";
            }
            out_ << "]}";
        }
        out_ << "\n]}\n";
    }

    // ---- files ----

    [[nodiscard]] bool wants_details() const {
        return !arguments_.page.empty() || !arguments_.check.sarif_file.empty();
    }

    bool write_reports() {
        const std::string& sarif = arguments_.check.sarif_file;
        if (!sarif.empty() && !write_file(report::to_sarif(findings(), version()), sarif, err_))
            return false;
        return arguments_.page.empty() ||
               write_file(report::to_html(page(), version()), arguments_.page, err_);
    }

    [[nodiscard]] std::vector<report::Finding> findings() const {
        std::vector<report::Finding> made;
        for (const Row& row : rows_)
            for (const TrialDetails& each : row.details)
                made.insert(made.end(), each.findings.begin(), each.findings.end());
        return made;
    }

    [[nodiscard]] report::Matrix page() const {
        report::Matrix made{.title = "What compilers emit"};
        for (std::size_t i = 0; i < arguments_.compiled.compilers.size(); ++i) {
            const std::string& word = arguments_.compiled.compilers[i];
            made.columns.push_back({word, version_of(word)});
            std::string text;
            const Counts found = counts(i);
            for (std::size_t at = 0; at < kFates.size(); ++at)
                if (found[at] != 0) text += std::to_string(found[at]) + " " + kFates[at] + "\n";
            made.summary.push_back({.heading = word, .text = text, .is_open = true});
        }
        for (const Row& row : rows_) {
            report::Matrix::Row& line = made.rows.emplace_back();
            line.name = row.path;
            line.note = row.not_lowered;
            line.cells.resize(made.columns.size());
            for (std::size_t i = 0; i < row.cells.size(); ++i)
                line.cells[i] = cell(row.cells[i], row.details[i]);
        }
        return made;
    }

    static report::MatrixCell cell(const Cell& of, const TrialDetails& details) {
        report::MatrixCell made{.mark = mark_of(of.fate),
                                .word = kFates[static_cast<std::size_t>(of.fate)]};
        if (!of.why.empty())
            made.details.push_back(
                {.heading = of.fate == Fate::broken ? "a state that the source has not" : "why",
                 .text = of.why,
                 .is_open = true});
        if (!details.told.empty())
            made.details.push_back({.heading = "tests and states",
                                    .text = details.told,
                                    .is_open = of.fate == Fate::broken});
        if (!details.log.empty())
            made.details.push_back({.heading = "what the compiler said", .text = details.log});
        if (!details.assembly.empty())
            made.details.push_back({.heading = "assembly", .text = details.assembly});
        return made;
    }

    static report::MatrixMark mark_of(Fate fate) {
        switch (fate) {
            case Fate::sound:
                return report::MatrixMark::good;
            case Fate::broken:
                return report::MatrixMark::bad;
            case Fate::undefined:
                return report::MatrixMark::plain;
            default:
                return report::MatrixMark::open;
        }
    }

    [[nodiscard]] ExitCode code() const {
        bool is_open = rows_.size() < inputs_.size();
        for (const Row& row : rows_) {
            is_open = is_open || !row.not_lowered.empty();
            for (const Cell& each : row.cells) {
                if (each.fate == Fate::broken) return ExitCode::expectation_failed;
                is_open = is_open || each.fate >= Fate::unknown;
            }
        }
        return is_open ? ExitCode::unknown : ExitCode::as_expected;
    }

    const LowerArguments& arguments_;
    std::ostream& out_;
    std::ostream& err_;
    InterruptWatch watch_;
    CompilerTrial trial_;
    std::vector<Input> inputs_;
    std::vector<Row> rows_;
};

}  // namespace

ExitCode lower_matrix(const LowerArguments& arguments, std::ostream& out, std::ostream& err) {
    return CompilerMatrix(arguments, out, err)();
}

}  // namespace clmm::cli
