#include "outcome.h"

#include <algorithm>

#include "clmm/base/ensure.h"

namespace clmm::hardware {
namespace {

Observed observed_register(const litmus::Observable& observable, unsigned width,
                           const Layout& layout) {
    const std::size_t colon = observable.name.find(':');
    const auto number = static_cast<std::uint32_t>(std::stoul(observable.name.substr(0, colon)));
    const auto role = std::ranges::find(layout.roles, number, &Role::number);
    ensure(role != layout.roles.end(), "an observed register has a unit");
    return {.name = observable.name,
            .role = static_cast<std::size_t>(role - layout.roles.begin()),
            .reg = observable.name.substr(colon + 1),
            .width = std::max(8U, width)};
}

Observed observed_location(const std::string& name, const litmus::EventStructure& structure,
                           const Layout& layout) {
    const auto location = std::ranges::find(structure.locations, name, &litmus::Location::name);
    ensure(location != structure.locations.end(), "an observed location is one of the test");
    Observed out{.name = name, .reg = {}, .location = &*location, .width = location->width};
    for (const PlacedObject& object : layout.objects)
        if (std::ranges::find(object.locations, &*location) != object.locations.end())
            out.object = &object;
    return out;
}

}  // namespace

std::vector<Observed> observed_of(const litmus::EventStructure& structure, const Layout& layout) {
    std::vector<Observed> out;
    for (const litmus::Observable& observable : structure.observables)
        out.push_back(
            observable.name.find(':') != std::string::npos
                ? observed_register(observable, structure.terms[observable.value].width, layout)
                : observed_location(observable.name, structure, layout));
    return out;
}

bool is_wide(const std::vector<Observed>& observed) {
    return std::ranges::any_of(observed, [](const Observed& each) { return each.width > 32; });
}

std::uint32_t hash_of(const std::vector<std::uint64_t>& values) {
    std::uint32_t hash = 0;
    for (const std::uint64_t value : values)
        hash = (hash ^ static_cast<std::uint32_t>(value)) * kHashFactor;
    return hash >> 20U;
}
static_assert(StateTable::kSlots == 1U << 12U, "hash_of has as many values");

void StateTable::count(const Values& values, std::uint64_t times) {
    const auto [found, is_new] = numbers_.emplace(values, states_.size());
    if (is_new) {
        states_.push_back(values);
        counts_.push_back(0);
        if (states_.size() <= kStates) {
            std::uint32_t slot = hash_of(values);
            while (slots_[slot] != 0) slot = (slot + 1) % kSlots;
            slots_[slot] = static_cast<std::uint32_t>(states_.size());
        }
    }
    counts_[found->second] += times;
}

std::vector<std::uint64_t> StateTable::columns() const {
    std::vector<std::uint64_t> out(observables_ * kStates, 0);
    for (std::size_t state = 0; state < known(); ++state)
        for (std::size_t i = 0; i < observables_; ++i) out[i * kStates + state] = states_[state][i];
    return out;
}

std::vector<SeenState> StateTable::states(const litmus::FinalQuestion& question) const {
    std::vector<SeenState> out;
    for (const auto& [values, number] : numbers_)
        if (counts_[number] != 0)
            out.push_back({.values = values,
                           .count = counts_[number],
                           .satisfies = question.satisfies(values),
                           .filtered = !question.passes_filter(values)});
    return out;
}

}  // namespace clmm::hardware
