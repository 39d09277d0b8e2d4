#include "lower/mutants.h"

#include <algorithm>
#include <ostream>

#include "clmm/separation/separate.h"
#include "lower/mutant_trials.h"
#include "output/problems.h"
#include "selection.h"

namespace clmm::cli {
namespace {

using lowering::Mapping;
using lowering::Mutant;

/// `3  14: store seq_cst => MOV [$A],$V ; MFENCE`, and the change below.
void show_mutant(const Mapping& mapping, std::size_t number, const Mutant& mutant,
                 std::ostream& out) {
    out << number << "  " << places_of(mapping, mutant);
    if (mutant.rules.size() == 1)
        out << ": " << lowering::text_of(mapping.rules[*mutant.rules.begin()]);
    else if (!mutant.table.empty())
        out << " of table " << mutant.table;
    out << "\n  " << change_of(mutant) << "\n";
}

class MutantReport {
public:
    MutantReport(SweepSetup& setup, bool shows_tests, std::ostream& out)
        : setup_(setup), shows_tests_(shows_tests), out_(out) {}

    void operator()(std::size_t number, const Mutant& mutant) {
        show_mutant(setup_.mapping(), number, mutant, out_);
        const MutantTried tried = try_mutant(setup_, mutant, mutant.rules);
        if (tried.is_refuted())
            refuted(tried.swept.counterexamples.front());
        else if (tried.is_as_good())
            as_good(tried.swept.programs);
        else
            open(tried);
        out_ << std::flush;
    }

    ExitCode end() {
        out_ << "\n"
             << refuted_ + as_good_ + unknown_ << " mutants: " << refuted_ << " refuted, "
             << as_good_ << " as good up to this size, " << unknown_ << " unknown\n";
        return unknown_ == 0 ? ExitCode::as_expected : ExitCode::unknown;
    }

private:
    void refuted(const lowering::Counterexample& first) {
        ++refuted_;
        generator::Program program = first.program;
        program.name = separation::name_of(program);
        out_ << "  refuted by " << program.name << ", test " << first.number + 1 << "\n";
        if (shows_tests_) out_ << indented_test(generator::to_litmus(program));
    }

    void as_good(std::uint64_t programs) {
        ++as_good_;
        out_ << "  as good up to this size: " << programs << " tests\n";
    }

    /// What is no code of the target is no mapping either: that it is wrong, no test has to say.
    void open(const MutantTried& tried) {
        ++unknown_;
        out_ << (tried.problems.empty() ? "  unknown: " : "  no code of the target: ")
             << tried.why_open() << "\n";
    }

    SweepSetup& setup_;
    bool shows_tests_;
    std::ostream& out_;
    std::size_t refuted_ = 0, as_good_ = 0, unknown_ = 0;
};

}  // namespace

ExitCode list_mutants(const Mapping& mapping, std::ostream& out) {
    const auto all = lowering::mutants_of(mapping);
    for (std::size_t i = 0; i < all.size(); ++i) show_mutant(mapping, i + 1, all[i], out);
    return ExitCode::as_expected;
}

ExitCode report_mutants(SweepSetup& setup, const std::vector<std::size_t>& numbers,
                        std::ostream& out) {
    const auto all = lowering::mutants_of(setup.mapping());
    for (const std::size_t number : numbers)
        if (number == 0 || number > all.size())
            return rejected({selection("the mapping has no mutant " + std::to_string(number),
                                       "it has " + std::to_string(all.size()) +
                                           ": --show --mutants lists them")},
                            setup.err());
    out << setup.head();
    MutantReport report(setup, !numbers.empty(), out);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (numbers.empty() || std::ranges::find(numbers, i + 1) != numbers.end())
            report(i + 1, all[i]);
    return report.end();
}

}  // namespace clmm::cli
