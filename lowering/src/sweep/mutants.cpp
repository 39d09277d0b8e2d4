#include "clmm/lowering/sweep.h"

namespace clmm::lowering {
namespace {

void add(const Mapping& mapping, std::size_t rule, std::size_t at, const Weakening& weakening,
         std::vector<Mutant>& all) {
    const std::string& was = mapping.rules[rule].sequence[at].text;
    for (const auto& form : weakening.to) {
        Mutant made{mapping, rule, at, was, {}};
        auto& sequence = made.mapping.rules[rule].sequence;
        if (form) {
            made.is = *form + was.substr(weakening.from.size());
            sequence[at].text = made.is;
        } else {
            sequence.erase(sequence.begin() + static_cast<std::ptrdiff_t>(at));
        }
        all.push_back(std::move(made));
    }
}

}  // namespace

std::vector<Mutant> mutants_of(const Mapping& mapping) {
    std::vector<Mutant> all;
    for (std::size_t rule = 0; rule < mapping.rules.size(); ++rule)
        for (std::size_t at = 0; at < mapping.rules[rule].sequence.size(); ++at)
            for (const Weakening& each : mapping.weakenings) {
                if (!mapping.rules[rule].sequence[at].text.starts_with(each.from)) continue;
                add(mapping, rule, at, each, all);
                break;  // the first line that fits
            }
    return all;
}

}  // namespace clmm::lowering
