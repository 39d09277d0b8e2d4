#include "lower/mutant_trials.h"

namespace clmm::cli {

std::string MutantTried::why_open() const {
    if (!problems.empty()) return problems.front().message;
    if (!swept.ended.empty()) return swept.ended;
    if (!swept.open.empty()) return swept.open.begin()->first;
    return "no test of these has the line";
}

MutantTried try_mutant(const SweepSetup& setup, const lowering::Mutant& mutant,
                       const std::set<std::size_t>& about_lines) {
    lowering::SweepOptions options = setup.options;
    options.stop_at_first = true;
    options.about_lines = about_lines;
    auto swept = lowering::sweep(mutant.mapping, setup.source(), setup.target(), options);
    if (!swept) return {{}, swept.diagnostics()};
    return {std::move(swept).value(), {}};
}

std::string change_of(const lowering::Mutant& mutant) {
    return mutant.was + " -> " + (mutant.is.empty() ? "nothing" : mutant.is);
}

std::string places_of(const lowering::Mapping& mapping, const lowering::Mutant& mutant) {
    if (mutant.rules.size() != 1) return std::to_string(mutant.rules.size()) + " lines";
    return lowering::place_of(mapping, mapping.rules[*mutant.rules.begin()]);
}

std::string indented_test(const std::string& text) {
    std::string made = "    ";
    for (const char c : text) {
        made += c;
        if (c == '\n') made += "    ";
    }
    return made.substr(0, made.size() - 4);
}

}  // namespace clmm::cli
