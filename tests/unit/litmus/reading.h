#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/litmus/litmus_test.h"
#include "clmm/litmus/opencl_events.h"

/// Tests written as texts, and questions about what they unfold into.
namespace clmm::litmus::testing {

inline Result<LitmusTest> read(const std::string& text) {
    return read_test(std::make_shared<Source>("test.litmus", text));
}

inline std::string codes(const Diagnostics& diagnostics) {
    std::string result;
    for (const Diagnostic& diagnostic : diagnostics)
        result += (result.empty() ? "" : " ") + diagnostic.code;
    return result;
}

/// The codes of everything that reading and unfolding report.
inline std::string reported(const std::string& text, const UnfoldOptions& options = {}) {
    const auto test = read(text);
    if (!test) return codes(test.diagnostics());
    Diagnostics all = test.diagnostics();
    const auto structure = unfold(*test, options);
    all.insert(all.end(), structure.diagnostics().begin(), structure.diagnostics().end());
    return codes(all);
}

inline EventStructure unfolded(const std::string& text, const UnfoldOptions& options = {}) {
    auto test = read(text);
    EXPECT_TRUE(test.ok()) << render(test.diagnostics());
    if (!test.ok()) return {};
    auto structure = unfold(*test, options);
    EXPECT_TRUE(structure.ok()) << render(structure.diagnostics());
    if (!structure.ok()) return {};
    return std::move(structure).value();
}

/// A test of one unit with locations x, y (atomic) and z (plain), all zero.
inline std::string one_unit(const std::string& body,
                            const std::string& condition = "exists (x=0)") {
    return "OPENCL t\n{ [x]=0; [y]=0; [z]=0; int a[3]={1,2,3}; }\n"
           "P0@wg 0, dev 0 (global atomic_int* x, global atomic_int* y, global int* z, global int* "
           "a) {\n" +
           body + "\n}\n" + condition + "\n";
}

inline EventStructure run(const std::string& body, const std::string& condition = "exists (x=0)",
                          const UnfoldOptions& options = {}) {
    return unfolded(one_unit(body, condition), options);
}

/// `Rna x; Wrel.dev y=1 if …`: the labels of the units' events and their guards.
inline std::string trace(const EventStructure& structure) {
    std::string result;
    for (std::size_t i = structure.initial_count; i < structure.size(); ++i) {
        const Event& event = structure.events[i];
        result += (result.empty() ? "" : "; ") + label(structure, event.id);
        if (!structure.terms.is_true(event.guard))
            result += " if " + structure.terms.to_text(event.guard);
    }
    return result;
}

inline OpenClEvent last(const EventStructure& structure) {
    return with_attributes(structure, structure.events.back().id);
}

/// Pairs of a relation, numbered from the first event that is not initial.
inline std::string pairs(const EventStructure& structure, const BitMatrix& relation) {
    std::string result;
    relation.for_each([&](std::size_t a, std::size_t b) {
        result += (result.empty() ? "" : " ") + std::to_string(a - structure.initial_count) + "-" +
                  std::to_string(b - structure.initial_count);
    });
    return result;
}

/// The value of an observable as text; `?` where there is none of that name.
inline std::string value(const EventStructure& structure, std::string_view name) {
    for (const Observable& observable : structure.observables)
        if (observable.name == name) return structure.terms.to_text(observable.value);
    return "?";
}

inline std::string kinds(const EventStructure& structure) {
    std::string result;
    for (const UndefinedBehaviour& undefined : structure.undefined)
        result += (result.empty() ? "" : " ") + undefined.kind;
    return result;
}

}  // namespace clmm::litmus::testing
