// What a weaker program may show of a state.
#include <algorithm>

#include "clmm/generator/conditions.h"
#include "clmm/suites/weakenings.h"
#include "program_edits.h"

namespace clmm::suites {
namespace {

using generator::Program;
using generator::Statement;

/// What is added to a location, as bits.
std::uint32_t added_to(const std::string& location, const Program& program) {
    std::uint32_t bits = 0;
    for (const auto& thread : program.threads)
        for_each_statement(thread.body, [&](const Statement& each) {
            if (each.location == location && is_adding(each))
                bits |= generator::written_value(each.value);
        });
    return bits;
}

/// The location that a place of the state is about.
std::vector<std::string> locations_of(const Program& program) {
    std::vector<std::string> all;
    for (const generator::Observed& each : generator::observed(program)) {
        all.push_back(each.name);
        if (each.thread < 0) continue;
        for_each_statement(program.threads[static_cast<std::size_t>(each.thread)].body,
                           [&](const Statement& of) {
                               if (of.result == each.name) all.back() = of.location;
                           });
    }
    return all;
}

}  // namespace

bool is_told(generator::Modification modification) {
    using generator::Modification;
    return modification == Modification::exchange || modification == Modification::add ||
           modification == Modification::bit_or || modification == Modification::bit_xor;
}

Pattern pattern_of(const generator::State& state, const Program& whole,
                   const Weakening& weakening) {
    const std::vector<std::string> locations = locations_of(whole);
    Pattern pattern;
    for (const std::size_t at : weakening.from) {
        const std::uint32_t stored = state[at] & ~added_to(locations[at], whole);
        std::optional<std::uint32_t> left = state[at];
        for (const Weakening::Write& each : weakening.lost) {
            if (each.location != locations[at]) continue;
            if (left && each.is_added) *left &= ~each.value;
            if (!each.is_added && each.value == stored) left.reset();
        }
        pattern.push_back(left);
    }
    return pattern;
}

}  // namespace clmm::suites
