#include "lower/weaker_forms.h"

#include <ostream>

#include "output/problems.h"

namespace clmm::cli {
namespace {

using lowering::Mutant;
using lowering::SweepOptions;
using lowering::SweepResult;

std::string why_open(const SweepResult& swept) {
    if (!swept.ended.empty()) return swept.ended;
    if (!swept.open.empty()) return swept.open.begin()->first;
    return "no test of these has the line";
}

std::string indented(const std::string& text) {
    std::string made = "    ";
    for (const char c : text) {
        made += c;
        if (c == '\n') made += "    ";
    }
    return made.substr(0, made.size() - 4);
}

std::string change_of(const Mutant& mutant) {
    return mutant.was + " -> " + (mutant.is.empty() ? "nothing" : mutant.is);
}

std::string places_of(const lowering::Mapping& mapping, const Mutant& mutant) {
    if (mutant.rules.size() != 1) return std::to_string(mutant.rules.size()) + " lines";
    return lowering::place_of(mapping, mapping.rules[*mutant.rules.begin()]);
}

/// Holds after a sweep of the programs that a mutant is about.
struct Tried {
    SweepResult swept;
    [[nodiscard]] bool is_refuted() const { return swept.broken > 0; }
    [[nodiscard]] bool is_as_good() const {
        return !is_refuted() && swept.is_complete() && swept.programs > 0;
    }
};

class Trials {
public:
    explicit Trials(SweepSetup& setup) : setup_(setup) {}

    /// Nothing where the mutant is no mapping any more; then it was said why.
    std::optional<Tried> operator()(const Mutant& mutant,
                                    const std::set<std::size_t>& about_lines) {
        SweepOptions options = setup_.options;
        options.stop_at_first = true;
        options.about_lines = about_lines;
        auto swept = lowering::sweep(mutant.mapping, setup_.source(), setup_.target(), options);
        if (!swept) {
            show_problems(swept.diagnostics(), setup_.err());
            return std::nullopt;
        }
        return Tried{std::move(swept).value()};
    }

private:
    SweepSetup& setup_;
};

/// Takes one weaker form after another, the weakest of each instruction first, as long as no test
/// breaks.
class WeakestSearch {
public:
    WeakestSearch(SweepSetup& setup, std::ostream& out)
        : setup_(setup), trials_(setup), out_(out), weakest_(setup.mapping()) {}

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
        const auto tried = trials_(*next, lines);
        if (!tried) return false;
        if (!tried->is_as_good()) return true;
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
    Trials trials_;
    std::ostream& out_;
    lowering::Mapping weakest_;
    std::set<std::size_t> changed_;
};

}  // namespace

ExitCode report_weaker_forms(SweepSetup& setup, std::ostream& out) {
    out << setup.head();
    Trials trials(setup);
    std::size_t needed = 0, unknown = 0;
    std::vector<Mutant> good;
    for (const Mutant& mutant : lowering::weaker_forms_of(setup.mapping())) {
        const auto tried = trials(mutant, mutant.rules);
        if (!tried) return ExitCode::bad_input;
        const lowering::Rule& rule = setup.mapping().rules[*mutant.rules.begin()];
        out << places_of(setup.mapping(), mutant) << ": " << lowering::text_of(rule) << "\n  "
            << change_of(mutant) << "\n";
        if (tried->is_refuted()) {
            ++needed;
            out << "  needed: without it this test breaks (" << tried->swept.programs
                << " tests with the line)\n"
                << indented(generator::to_litmus(tried->swept.counterexamples.front().program));
        } else if (tried->is_as_good()) {
            good.push_back(mutant);
            out << "  not needed up to this size: " << tried->swept.programs
                << " tests with the line, none breaks\n";
        } else {
            ++unknown;
            out << "  unknown: " << why_open(tried->swept) << "\n";
        }
        out << std::flush;
    }
    out << "\n"
        << needed << " weaker forms break a test, " << good.size() << " do not up to this size\n";
    if (!WeakestSearch(setup, out)(good)) return ExitCode::bad_input;
    return unknown == 0 ? ExitCode::as_expected : ExitCode::unknown;
}

ExitCode report_mutants(SweepSetup& setup, std::ostream& out) {
    out << setup.head();
    Trials trials(setup);
    std::size_t refuted = 0, as_good = 0, unknown = 0;
    for (const Mutant& mutant : lowering::mutants_of(setup.mapping())) {
        const auto tried = trials(mutant, mutant.rules);
        if (!tried) return ExitCode::bad_input;
        out << places_of(setup.mapping(), mutant) << ": " << change_of(mutant) << "\n  ";
        if (tried->is_refuted()) {
            ++refuted;
            const lowering::Counterexample& first = tried->swept.counterexamples.front();
            out << "refuted by test " << first.number + 1 << "\n";
        } else if (tried->is_as_good()) {
            ++as_good;
            out << "as good up to this size: " << tried->swept.programs << " tests\n";
        } else {
            ++unknown;
            out << "unknown: " << why_open(tried->swept) << "\n";
        }
        out << std::flush;
    }
    out << "\n"
        << refuted + as_good + unknown << " mutants: " << refuted << " refuted, " << as_good
        << " as good up to this size, " << unknown << " unknown\n";
    return unknown == 0 ? ExitCode::as_expected : ExitCode::unknown;
}

}  // namespace clmm::cli
