#include "clmm/targets/final_question.h"

#include <algorithm>

#include "herd/program.h"

namespace clmm::targets {

litmus::FinalQuestion final_question(const litmus::LitmusTest& test,
                                     const litmus::EventStructure& structure) {
    if (test.code != nullptr) return {test, structure};
    constexpr unsigned kWidest = 64;  // a comparison is one of the narrower side's width
    const TestFile& file = static_cast<const Program*>(test.program.get())->file;
    return {structure, [&](litmus::TermPool& terms, const auto& value) {
                const FinalValue final_value = [&](const Atom& atom) {
                    if (atom.kind == Atom::Kind::constant)
                        return terms.constant(static_cast<std::uint64_t>(atom.constant), kWidest);
                    if (atom.kind != Atom::Kind::address) return value(to_text(atom));
                    const auto location =
                        std::ranges::find(test.locations, atom.name, &litmus::Location::name);
                    return terms.constant(location->address, kWidest);
                };
                const auto asked = [&](const std::optional<Proposition>& proposition) {
                    return proposition ? term_of(*proposition, terms, final_value)
                                       : terms.boolean(true);
                };
                const litmus::TermId condition = asked(file.condition);
                return litmus::FinalQuestion::Asked{condition, asked(file.filter)};
            }};
}

}  // namespace clmm::targets
