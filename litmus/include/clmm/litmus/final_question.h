#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "clmm/litmus/event_structure.h"
#include "clmm/litmus/litmus_test.h"

namespace clmm::litmus {

/// The condition and the filter of a test, asked of a final state whose execution is not known:
/// of the values of the observables alone.
///
/// Shape    values by EventStructure::observables, in their order; addresses are those of
///          Location.
/// Cost     linear in the condition's size.
/// Tests    tests/unit/litmus/final_question_test.cpp
class FinalQuestion {
public:
    FinalQuestion(const LitmusTest& test, const EventStructure& structure);
    FinalQuestion(FinalQuestion&&) noexcept;
    FinalQuestion& operator=(FinalQuestion&&) noexcept;
    ~FinalQuestion();

    /// The proposition, without its quantifier; true where the test has none.
    [[nodiscard]] bool satisfies(std::span<const std::uint64_t> values) const;
    [[nodiscard]] bool passes_filter(std::span<const std::uint64_t> values) const;

private:
    struct Terms;
    std::unique_ptr<const Terms> terms_;
};

}  // namespace clmm::litmus
