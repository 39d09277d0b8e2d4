#include "clmm/report/value.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "clmm/litmus/plain_name.h"
#include "clmm/report/log_line.h"

namespace clmm::report {
namespace {

using litmus::EventStructure;

std::int64_t sign_extended(std::uint64_t value, unsigned width) {
    if (width >= 64) return static_cast<std::int64_t>(value);
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    return static_cast<std::int64_t>((value ^ sign) - sign);
}

std::string format_integer(std::uint64_t value, unsigned width, bool is_signed) {
    return is_signed && width > 1 ? std::to_string(sign_extended(value, width))
                                  : std::to_string(value);
}

/// An address outside all locations is told from that of the nearest one: objects are pages apart.
std::string format_address(const EventStructure& structure, std::uint64_t value, unsigned width,
                           bool is_signed) {
    if (value == 0) return "0";  // the null pointer
    constexpr std::int64_t kHalfPage = 0x800;
    const litmus::Location* nearest = nullptr;
    std::int64_t offset = kHalfPage;
    for (const litmus::Location& location : structure.locations) {
        const auto distance = static_cast<std::int64_t>(value - location.address);
        if (std::abs(distance) >= std::abs(offset)) continue;
        nearest = &location;
        offset = distance;
    }
    if (nearest == nullptr) return format_integer(value, width, is_signed);
    if (offset == 0) return "&" + nearest->name;
    return "&" + nearest->name + (offset > 0 ? "+" : "") + std::to_string(offset);
}

int group_count(const model::Family& family) {
    const auto last = std::max_element(family.free_group.begin(), family.free_group.end());
    return last == family.free_group.end() ? 0 : *last + 1;
}

int group_of(const model::OutcomeEntry& outcome, std::size_t observable) {
    return outcome.family ? outcome.family->free_group[observable] : -1;
}

std::string all_groups(const model::Family& family) {
    std::string names;
    for (int group = 0; group < group_count(family); ++group)
        names += (group == 0 ? "" : ", ") + group_name(family, group);
    return names;
}

/// `out of thin air`, `any v: unspecified`; empty of a plain state.
std::string note_on(const model::OutcomeEntry& outcome) {
    if (outcome.family)
        return std::string(extent_word(outcome.family->extent)) + " " +
               all_groups(*outcome.family) + ": " + why_free(outcome);
    return outcome.out_of_thin_air ? "out of thin air" : "";
}

}  // namespace

std::string format_value(const EventStructure& structure, const litmus::Observable& observable,
                         std::uint64_t value) {
    const unsigned width = structure.terms[observable.value].width;
    return observable.is_pointer ? format_address(structure, value, width, observable.is_signed)
                                 : format_integer(value, width, observable.is_signed);
}

std::string format_value(const EventStructure& structure, litmus::LocationId location,
                         std::uint64_t value) {
    const litmus::Location& at = structure.locations[location.index()];
    if (at.is_pointer) return format_address(structure, value, at.width, at.is_signed);
    return format_integer(value, at.width, at.is_signed);
}

std::string group_name(const model::Family& family, int group) {
    return group_count(family) <= 1 ? "v" : "v" + std::to_string(group + 1);
}

std::string_view extent_word(model::Extent extent) {
    switch (extent) {
        case model::Extent::every:
            return "any";
        case model::Extent::some:
            return "some";
        case model::Extent::undecided:
            break;
    }
    return "some or any";
}

std::string why_free(const model::OutcomeEntry& outcome) {
    if (!outcome.out_of_thin_air) return "unspecified";
    return outcome.family->unspecified ? "out of thin air and unspecified" : "out of thin air";
}

std::string format_state(const EventStructure& structure, const model::OutcomeEntry& outcome) {
    std::string text;
    for (std::size_t i = 0; i < structure.observables.size(); ++i) {
        const litmus::Observable& observable = structure.observables[i];
        const int group = group_of(outcome, i);
        text += (i == 0 ? "" : " ") + observable.name + "=";
        text += group >= 0 ? group_name(*outcome.family, group)
                           : format_value(structure, observable, outcome.values[i]);
        text += ";";
    }
    return text;
}

std::string format_outcome(const EventStructure& structure, const model::OutcomeEntry& outcome) {
    const std::string note = note_on(outcome);
    return format_state(structure, outcome) + (note.empty() ? "" : "  (" + note + ")");
}

std::string log_line(const EventStructure& structure, const model::OutcomeEntry& outcome) {
    const std::string note = note_on(outcome);
    return with_plain_addresses(format_state(structure, outcome)) +
           (note.empty() ? "" : "  # " + note);
}

std::string with_plain_addresses(std::string_view text) {
    const auto is_of_address = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
               std::string_view("_.[]").find(c) != std::string_view::npos;
    };
    std::string out;
    while (true) {
        const std::size_t start = text.find('&');
        out += text.substr(0, start);
        if (start == std::string_view::npos) return out;
        text.remove_prefix(start + 1);
        const auto end = std::ranges::find_if_not(text, is_of_address);
        out += litmus::plain_name({text.begin(), end});
        text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
    }
}

}  // namespace clmm::report
