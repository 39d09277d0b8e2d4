#include "herd/elaborate.h"

#include <algorithm>
#include <array>

#include "clmm/litmus/expectation.h"
#include "herd/reject.h"
#include "herd/structure_builder.h"

namespace clmm::targets {
namespace {

using litmus::LitmusTest;
using litmus::Location;

constexpr std::uint64_t kFirstAddress = 0x1000;
constexpr std::uint64_t kSpacing = 0x10;
constexpr std::array<std::string_view, 4> kTypes{"int", "uint", "int32_t", "uint32_t"};

Location& location_of(LitmusTest& test, const std::string& name) {
    const auto known = std::ranges::find(test.locations, name, &Location::name);
    if (known != test.locations.end()) return *known;
    Location made;
    made.id = litmus::LocationId(test.locations.size());
    made.name = name;
    made.address = kFirstAddress + kSpacing * test.locations.size();
    return test.locations.emplace_back(std::move(made));
}

void check_type(const InitialValue& entry) {
    if (entry.type.empty() || std::ranges::find(kTypes, entry.type) != kTypes.end()) return;
    reject("E-TYPE", "locations and registers are words of 32 bits, not '" + entry.type + "'",
           entry.type_span, "int, uint, int32_t, uint32_t, or no type");
}

void add_units(LitmusTest& test, const TestFile& file) {
    for (const Column& column : file.columns) {
        litmus::Unit unit;
        unit.id = litmus::UnitId(test.units.size());
        unit.number = column.number;
        unit.name = "P" + std::to_string(column.number);
        test.units.push_back(std::move(unit));
    }
}

/// Locations first, since a value may be the address of a later one.
void add_locations(LitmusTest& test, const TestFile& file,
                   const std::vector<std::string>& mentioned) {
    std::set<std::string> given;
    for (const InitialValue& each : file.initial) {
        check_type(each);
        if (!given.insert(to_text(each.target)).second)
            reject("E-NAME", "'" + to_text(each.target) + "' has two initial values",
                   each.target.span);
        if (each.target.kind != Atom::Kind::location) continue;
        location_of(test, each.target.name).is_signed = !each.type.starts_with('u');
    }
    for (const InitialValue& each : file.initial)
        if (each.value.kind == Atom::Kind::address) location_of(test, each.value.name);
    for (const std::string& name : mentioned) location_of(test, name);
    for (const InitialValue& each : file.initial) {
        if (each.target.kind != Atom::Kind::location) continue;
        const bool is_address = each.value.kind == Atom::Kind::address;
        const std::uint64_t value = is_address ? location_of(test, each.value.name).address
                                               : static_cast<std::uint64_t>(each.value.constant);
        Location& location = location_of(test, each.target.name);
        location.is_pointer = is_address;
        location.initial = value & 0xffffffffU;
    }
}

}  // namespace

LitmusTest elaborate(const SourcePtr& source, const litmus::FrontEnd& language,
                     const TestFile& file, const std::vector<std::string>& mentioned,
                     Diagnostics& problems) {
    LitmusTest test;
    test.source = source;
    test.front_end = &language;
    test.name = file.name;
    test.documentation = file.documentation;
    add_units(test, file);
    add_locations(test, file, mentioned);
    test.quantifier = file.quantifier;
    test.condition_text = condition_text(file);
    for (const Span& value : file.expectations) {
        auto found = litmus::read_expectation(source, value, file.condition.has_value());
        if (found)
            std::ranges::copy(*found, std::back_inserter(test.expectations));
        else
            std::ranges::copy(found.diagnostics(), std::back_inserter(problems));
    }
    return test;
}

}  // namespace clmm::targets
