#include "herd/elaborate.h"

#include <algorithm>
#include <array>

#include "clmm/base/reject.h"
#include "clmm/litmus/expectation.h"
#include "herd/structure_builder.h"

namespace clmm::targets {
namespace {

using litmus::LitmusTest;
using litmus::Location;

// Far from the numbers in tests, and what is near one is near no other.
constexpr std::uint64_t kFirstAddress = 0x5a3c7000;
constexpr std::uint64_t kSpacing = 0x1000;

struct Type {
    std::string_view name;
    unsigned width;
};
/// Of each width the first one is that which messages name.
constexpr std::array kTypes{Type{"int", 32},      Type{"uint", 32},     Type{"int32_t", 32},
                            Type{"uint32_t", 32}, Type{"int64_t", 64},  Type{"uint64_t", 64},
                            Type{"int16_t", 16},  Type{"uint16_t", 16}, Type{"int8_t", 8},
                            Type{"uint8_t", 8}};

Location& location_of(LitmusTest& test, const std::string& name) {
    const auto known = std::ranges::find(test.locations, name, &Location::name);
    if (known != test.locations.end()) return *known;
    Location made;
    made.id = litmus::LocationId(test.locations.size());
    made.name = name;
    made.width = 0;  // not known yet
    made.address = kFirstAddress + kSpacing * test.locations.size();
    return test.locations.emplace_back(std::move(made));
}

/// Of an entry with a type.
unsigned width_of(const InitialValue& entry, std::span<const unsigned> widths) {
    const auto found = std::ranges::find(kTypes, entry.type, &Type::name);
    if (found != kTypes.end() && std::ranges::find(widths, found->width) != widths.end())
        return found->width;
    std::string known;
    for (const Type& each : kTypes)
        if (std::ranges::find(widths, each.width) != widths.end())
            known += std::string(each.name) + ", ";
    const std::string which =
        widths.size() == 1 ? "words of " + std::to_string(widths.front()) + " bits" : "integers";
    reject("E-TYPE", "locations and registers are " + which + ", not '" + entry.type + "'",
           entry.type_span, known + "or no type");
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
                   const std::vector<std::string>& mentioned, std::span<const unsigned> widths) {
    const auto named = [&](const std::string& name) -> Location& {
        Location& location = location_of(test, name);
        if (location.width == 0) location.width = widths.front();
        return location;
    };
    std::set<std::string> given;
    for (const InitialValue& each : file.initial) {
        const unsigned width = each.type.empty() ? 0 : width_of(each, widths);
        if (!given.insert(to_text(each.target)).second)
            reject("E-NAME", "'" + to_text(each.target) + "' has two initial values",
                   each.target.span);
        if (each.target.kind != Atom::Kind::location) continue;
        Location& location = location_of(test, each.target.name);
        location.is_signed = !each.type.starts_with('u');
        location.is_pointer = each.is_pointer || each.value.kind == Atom::Kind::address;
        location.width = location.is_pointer ? widths.back() : width;
    }
    for (Location& each : test.locations)
        if (each.width == 0) each.width = widths.front();
    for (const InitialValue& each : file.initial)
        if (each.value.kind == Atom::Kind::address) named(each.value.name);
    for (const std::string& name : mentioned) named(name);
    for (const InitialValue& each : file.initial) {
        if (each.target.kind != Atom::Kind::location) continue;
        Location& location = named(each.target.name);
        const std::uint64_t value = each.value.kind == Atom::Kind::address
                                        ? named(each.value.name).address
                                        : static_cast<std::uint64_t>(each.value.constant);
        location.initial =
            location.width == 64 ? value : value & ((std::uint64_t{1} << location.width) - 1);
    }
}

}  // namespace

std::string_view type_of_width(unsigned width) {
    const auto found = std::ranges::find(kTypes, width, &Type::width);
    return found == kTypes.end() ? std::string_view{} : found->name;
}

LitmusTest elaborate(const SourcePtr& source, const litmus::FrontEnd& language,
                     const TestFile& file, const std::vector<std::string>& mentioned,
                     std::span<const unsigned> widths, Diagnostics& problems) {
    LitmusTest test;
    test.source = source;
    test.front_end = &language;
    test.name = file.name;
    test.documentation = file.documentation;
    add_units(test, file);
    add_locations(test, file, mentioned, widths);
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
