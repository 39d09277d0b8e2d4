#include "lower/weaker_forms.h"

#include <ostream>

#include "lower/mutant_trials.h"
#include "output/problems.h"

namespace clmm::cli {
namespace {

using lowering::Mutant;

/// False where the mutant is no mapping; then it was said why.
bool is_decided(const SweepSetup& setup, const MutantTried& tried) {
    if (!tried.problems.empty()) show_problems(tried.problems, setup.err());
    return tried.problems.empty();
}

/// Takes one weaker form after another, the weakest of each instruction first, as long as no test
/// breaks.
class WeakestSearch {
public:
    WeakestSearch(SweepSetup& setup, std::ostream& out)
        : setup_(setup), out_(out), weakest_(setup.mapping()) {}

    /// `good` are mutants that break nothing by themselves.
    bool operator()(const std::vector<Mutant>& good) {
        for (std::size_t i = good.size(); i-- > 0;)
            if (!consider(good[i])) return false;
        show();
        return true;
    }

private:
    bool consider(const Mutant& mutant) {
        const auto next = lowering::applied(mutant, weakest_);
        if (!next) return true;
        std::set<std::size_t> lines = changed_;
        lines.insert(next->rules.begin(), next->rules.end());
        const MutantTried tried = try_mutant(setup_, *next, lines);
        if (!is_decided(setup_, tried)) return false;
        if (!tried.is_as_good()) return true;
        weakest_ = next->mapping;
        changed_ = std::move(lines);
        return true;
    }

    void show() {
        if (changed_.empty()) return;
        out_ << "\nThe weakest mapping found: these lines, no test of this size breaks\n";
        for (const std::size_t rule : changed_) {
            const lowering::Rule& was = setup_.mapping().rules[rule];
            const std::string text = lowering::text_of(was);
            out_ << "  " << lowering::place_of(setup_.mapping(), was) << ": "
                 << text.substr(0, text.find("=>")) << "=> ";
            std::string code;
            for (const lowering::Template& each : weakest_.rules[rule].sequence)
                code += (code.empty() ? "" : " ; ") + each.text;
            out_ << (code.empty() ? "nothing" : code) << "\n";
        }
    }

    SweepSetup& setup_;
    std::ostream& out_;
    lowering::Mapping weakest_;
    std::set<std::size_t> changed_;
};

}  // namespace

ExitCode report_weaker_forms(SweepSetup& setup, std::ostream& out) {
    out << setup.head();
    std::size_t needed = 0, unknown = 0;
    std::vector<Mutant> good;
    for (const Mutant& mutant : lowering::weaker_forms_of(setup.mapping())) {
        const MutantTried tried = try_mutant(setup, mutant, mutant.rules);
        if (!is_decided(setup, tried)) return ExitCode::bad_input;
        const lowering::Rule& rule = setup.mapping().rules[*mutant.rules.begin()];
        out << places_of(setup.mapping(), mutant) << ": " << lowering::text_of(rule) << "\n  "
            << change_of(mutant) << "\n";
        if (tried.is_refuted()) {
            ++needed;
            out << "  needed: without it this test breaks (" << tried.swept.programs
                << " tests with the line)\n"
                << indented_test(generator::to_litmus(tried.swept.counterexamples.front().program));
        } else if (tried.is_as_good()) {
            good.push_back(mutant);
            out << "  not needed up to this size: " << tried.swept.programs
                << " tests with the line, none breaks\n";
        } else {
            ++unknown;
            out << "  unknown: " << tried.why_open() << "\n";
        }
        out << std::flush;
    }
    out << "\n"
        << needed << " weaker forms break a test, " << good.size() << " do not up to this size\n";
    if (!WeakestSearch(setup, out)(good)) return ExitCode::bad_input;
    return unknown == 0 ? ExitCode::as_expected : ExitCode::unknown;
}

}  // namespace clmm::cli
