#include "lower/bisect.h"

#include <algorithm>
#include <optional>
#include <ostream>
#include <sstream>

#include "clmm/generator/smaller.h"
#include "clmm/lowering/read_program.h"
#include "explain/single_test.h"
#include "lower/trial.h"
#include "output/problems.h"
#include "selection.h"

namespace clmm::cli {
namespace {

/// LLVM's number of the last pass that is run, and what it says of each: `BISECT: running pass (12)
/// SROAPass on P0`.
constexpr std::string_view kLimit = " -mllvm -opt-bisect-limit=";
constexpr std::string_view kSaid = "running pass (";

class Bisection {
public:
    Bisection(const LowerArguments& arguments, std::ostream& out, std::ostream& err)
        : arguments_(arguments), out_(out), err_(err), trial_(arguments) {}

    ExitCode operator()() {
        const std::string& word = arguments_.compiled.compilers.front();
        const auto known = compilers::compiler_command(word, generator::Dialect::c);
        if (!known) return rejected(known.diagnostics(), err_);
        if (!known->device.empty())
            return rejected({selection("a driver's passes cannot be named",
                                       "--bisect is for clang, whose -opt-bisect-limit it uses")},
                            err_);
        ModelStore models(arguments_.check.variants);
        const auto test = single_test(arguments_.check, models, err_);
        if (!test) return rejected(test.diagnostics(), err_);
        auto program = lowering::read_program(test->test);
        if (!program) return rejected(program.diagnostics(), err_);
        const auto model = trial_.source_model(test->test, *program);
        if (!*model) return rejected(model->diagnostics(), err_);
        model_ = &model->value();
        command_ = trial_.command(word, program->dialect);
        const Cell found = trial_(*program, *model_, command_);
        out_ << "Test " << program->name << "\nCompiler " << word << "\n\n";
        if (found.fate != Fate::broken) return not_broken(found);
        const generator::Program reduced = reduce(std::move(program).value());
        out_ << "Broken: " << trial_(reduced, *model_, command_).why << "\n\n"
             << generator::to_litmus(reduced) << "\n";
        return name_pass(reduced);
    }

private:
    ExitCode not_broken(const Cell& found) {
        out_ << "Nothing to look for: " << kFates[static_cast<std::size_t>(found.fate)]
             << (found.why.empty() ? "" : ": ") << found.why << "\n";
        return found.fate >= Fate::unknown ? ExitCode::unknown : ExitCode::as_expected;
    }

    /// As long as one of the smaller programs is broken, too, that.
    generator::Program reduce(generator::Program program) {
        while (true) {
            auto candidates = generator::smaller(program);
            const auto next = std::ranges::find_if(candidates, [&](const auto& each) {
                return trial_(each, *model_, command_).fate == Fate::broken;
            });
            if (next == candidates.end()) return program;
            program = std::move(*next);
        }
    }

    [[nodiscard]] Cell up_to(const generator::Program& program, long limit,
                             TrialDetails* details = nullptr) {
        compilers::CompilerCommand limited = command_;
        limited.line += std::string(kLimit) + std::to_string(limit);
        return trial_(program, *model_, limited, details);
    }

    /// The passes that were run, by their numbers from 1 on.
    static std::vector<std::string> passes_in(const std::string& log) {
        std::vector<std::string> all;
        std::istringstream lines(log);
        std::string line;
        while (std::getline(lines, line)) {
            const std::size_t at = line.find(kSaid);
            const std::size_t end = line.find(") ", at);
            if (at == std::string::npos || end == std::string::npos) continue;
            all.push_back(line.substr(end + 2));
        }
        return all;
    }

    /// Broken with `high` passes, not with `low`: between them is one with which it begins.
    ExitCode name_pass(const generator::Program& program) {
        TrialDetails details;
        (void)up_to(program, -1, &details);
        const std::vector<std::string> passes = passes_in(details.log);
        if (passes.empty()) {
            out_ << "The compiler does not say which passes it runs (" << trimmed_limit() << ")\n";
            return ExitCode::unknown;
        }
        const Cell none = up_to(program, 0);
        if (none.fate == Fate::broken) {
            out_ << "No optimisation: it is broken without any of the " << passes.size()
                 << " passes that can be left out\n";
            return ExitCode::expectation_failed;
        }
        std::size_t low = 0;
        std::size_t high = passes.size();
        Cell before = none;
        while (high - low > 1) {
            const std::size_t middle = low + (high - low) / 2;
            const Cell found = up_to(program, static_cast<long>(middle));
            if (found.fate == Fate::broken) {
                high = middle;
            } else {
                low = middle;
                before = found;
            }
        }
        out_ << "Pass " << high << " of " << passes.size() << ": " << passes[high - 1]
             << "\nBefore it: " << kFates[static_cast<std::size_t>(before.fate)]
             << (before.why.empty() ? "" : ": ") << before.why << "\n";
        return ExitCode::expectation_failed;
    }

    static std::string trimmed_limit() { return std::string(kLimit.substr(1)) + "-1"; }

    const LowerArguments& arguments_;
    std::ostream& out_;
    std::ostream& err_;
    CompilerTrial trial_;
    const model::MemoryModel* model_ = nullptr;
    compilers::CompilerCommand command_;
};

}  // namespace

ExitCode bisect_compiler(const LowerArguments& arguments, std::ostream& out, std::ostream& err) {
    return Bisection(arguments, out, err)();
}

}  // namespace clmm::cli
