#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "clmm/litmus/opencl_changes.h"
#include "reading.h"

namespace clmm::litmus {

/// A test, its events and what can be changed in it.
struct Subject {
    explicit Subject(const std::string& text)
        : test(testing::read(text).value()),
          structure(unfold(test, {}).value()),
          space(test, structure) {}

    [[nodiscard]] std::vector<const OpenClChangePlace*> of(PlaceKind kind) const {
        std::vector<const OpenClChangePlace*> found;
        for (const OpenClChangePlace& place : space.known())
            if (place.kind == kind) found.push_back(&place);
        return found;
    }
    /// `relaxed -> acquire, seq_cst` for each place of the kind.
    [[nodiscard]] std::string told(PlaceKind kind) const {
        std::string text;
        for (const OpenClChangePlace* place : of(kind)) {
            text += (text.empty() ? "" : "; ") + place->text + " ->";
            for (const std::string& to : place->texts) text += " " + to;
        }
        return text;
    }
    /// The text after the change of one place to the strength that is written so.
    [[nodiscard]] std::string changed(PlaceKind kind, const std::string& to,
                                      std::size_t number = 0) const {
        const auto places = of(kind);
        if (number >= places.size()) return "no such place";
        const auto place = static_cast<std::size_t>(places[number] - space.known().data());
        for (std::size_t level = 0; level < places[number]->texts.size(); ++level)
            if (places[number]->texts[level] == to) return space.apply({{place, level}}).text;
        return "no such strength";
    }
    [[nodiscard]] Change change(PlaceKind kind, const std::string& to) const {
        const OpenClChangePlace* place = of(kind).at(0);
        const auto level = std::ranges::find(place->texts, to) - place->texts.begin();
        return {static_cast<std::size_t>(place - space.known().data()),
                static_cast<std::size_t>(level)};
    }

    LitmusTest test;
    EventStructure structure;
    OpenClChangeSpace space;
};

inline std::string two_units(const std::string& body, const std::string& place = "@wg 1, dev 0") {
    return "OPENCL t\n{ [x]=0; [z]=0; }\n"
           "P0@wg 0, dev 0 (global atomic_int* x, global int* z) {\n" +
           body + "\n}\nP1" + place + " (global atomic_int* x) { atomic_store(x, 2); }\n" +
           "exists (x=0)\n";
}

}  // namespace clmm::litmus
