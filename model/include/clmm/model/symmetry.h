#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "clmm/model/execution.h"

namespace clmm::model {

/// An automorphism of an event structure: renames events (and with them units), locations,
/// choices and observables so that the structure stays what it is.
///
/// Shape    the image of each, by number; an image of nothing is nothing.
struct Automorphism {
    std::vector<std::uint32_t> events;
    std::vector<std::uint32_t> locations;
    std::vector<std::uint32_t> choices;
    /// The observable that has the value of the given one afterwards; empty where the observables
    /// as a whole do not stay what they are, or hold addresses.
    std::vector<std::uint32_t> observables;

    [[nodiscard]] EventId operator()(EventId event) const {
        return event.valid() ? EventId(events[event.index()]) : event;
    }
    [[nodiscard]] Reason operator()(const Reason& reason) const;
    [[nodiscard]] Execution operator()(const Execution& execution) const;
    [[nodiscard]] std::vector<std::uint64_t> operator()(
        const std::vector<std::uint64_t>& observed) const;
};

/// Every image of `start` under compositions of the symmetries but `start` itself, breadth first,
/// up to `most`. `image(symmetry, element)` yields an element or nothing; elements are compared
/// by `key(element)`.
template <class Element, class Image, class Key>
std::vector<Element> orbit(const std::vector<Automorphism>& symmetries, const Element& start,
                           std::size_t most, Image&& image, Key&& key) {
    std::vector<Element> found{start};
    for (std::size_t i = 0; i < found.size() && found.size() <= most; ++i)
        for (const Automorphism& symmetry : symmetries) {
            std::optional<Element> next = image(symmetry, found[i]);
            if (!next) continue;
            const auto same = [&](const Element& known) { return key(known) == key(*next); };
            if (std::ranges::none_of(found, same)) found.push_back(std::move(*next));
        }
    found.erase(found.begin());
    if (found.size() > most)
        found.erase(found.begin() + static_cast<std::ptrdiff_t>(most), found.end());
    return found;
}

/// Exchanges of two units, work-groups, kernel-instances or devices that run the same code on
/// alike data. What holds of an execution holds of its image, so one of them need be searched.
///
/// Idea     guesses which event becomes which from the places of two units, and proves it: terms,
///          relations, places and the rest of the structure are compared, one by one.
/// Shape    of each block with the nearest later one with which it works: chains of these generate
///          the others; at most 32.
/// Errors   none: what cannot be proved is left out.
/// Cost     that of comparing the structure with itself, for at most 256 guesses; `should_stop` is
///          asked between them, where they are large, and ends them.
/// Tests    tests/cross/alike_test.cpp
[[nodiscard]] std::vector<Automorphism> symmetries(const EventStructure& structure,
                                                   std::function<bool()> should_stop = {});

/// Whether these units can change places in any way, and nothing else with them: proved for
/// neighbours, as above, with all that the structure says is undefined. `matters`: the language's
/// relations on which the model depends; events of other groups may be alike where none is of
/// groups.
[[nodiscard]] bool are_exchangeable(const EventStructure& structure,
                                    const std::vector<litmus::UnitId>& units,
                                    const std::function<bool(std::string_view)>& matters);

}  // namespace clmm::model
