#include <algorithm>
#include <sstream>

#include "clmm/base/ensure.h"
#include "clmm/litmus/litmus_test.h"
#include "read/allocation_words.h"
#include "read/type.h"

namespace clmm::litmus {
namespace {

std::string value_text(const LitmusTest& test, const Location& location) {
    if (location.arbitrary) return "any";
    if (location.is_pointer)
        for (const Location& other : test.locations)
            if (other.address == location.initial) return "&" + other.name;
    if (!location.is_signed) return std::to_string(location.initial);
    const unsigned shift = 64U - location.width;
    return std::to_string(static_cast<std::int64_t>(location.initial << shift) >> shift);
}

/// As the initial state says it, with a space; nothing for what no word is needed for.
std::string allocation_text(Allocation allocation) {
    if (allocation == Allocation::fine_grained_svm_atomics) return {};
    const auto known = std::ranges::find(kAllocationWords, allocation, &AllocationWord::allocation);
    ensure(known != kAllocationWords.end(), "an allocation without a word");
    return std::string(known->word) + " ";
}

void write_expectation(std::ostream& out, const Expectation& expectation) {
    out << "expect " << (expectation.model.empty() ? "every model" : expectation.model) << ':';
    for (const ExpectedWord& each : expectation.words) out << ' ' << each.word;
    out << '\n';
}

}  // namespace

std::string to_text(const LitmusTest& test) {
    std::ostringstream out;
    const bool is_placed = test.front_end == &opencl();
    out << "test " << test.name << " (" << test.front_end->title(test) << ")\n";
    for (const Location& location : test.locations)
        out << "location " << location.name << ": "
            << (is_placed ? to_text(location.space) + std::string(" ") : "")
            << allocation_text(location.allocation) << (location.atomic_type ? "atomic " : "")
            << location.width << "-bit "
            << (location.is_pointer  ? "pointer"
                : location.is_signed ? "signed"
                                     : "unsigned")
            << " = " << value_text(test, location) << '\n';
    for (const Unit& unit : test.units) {
        out << "unit P" << unit.number;
        if (is_placed)
            out << ": dev " << unit.device << ", ker " << unit.kernel << ", wg " << unit.work_group
                << ", sg " << unit.sub_group;
        out << '\n';
    }
    for (const Expectation& expectation : test.expectations) write_expectation(out, expectation);
    if (test.quantifier) out << test.condition_text << '\n';
    return out.str();
}

}  // namespace clmm::litmus
