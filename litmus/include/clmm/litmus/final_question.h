#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "clmm/litmus/event_structure.h"
#include "clmm/litmus/litmus_test.h"

namespace clmm::litmus {

/// The condition and the filter of a test, asked of a final state whose execution is not known:
/// of the values of the observables alone.
///
/// Shape    values by observables(), which are those of the EventStructure, in their order;
/// addresses
///          are those of Location.
/// Cost     linear in the condition's size.
/// Tests    tests/unit/litmus/final_question_test.cpp
class FinalQuestion {
public:
    /// A variable of a unit as an execution leaves it; width in bits.
    struct Register {
        std::uint32_t unit = 0;  ///< of `P<unit>`
        std::string name;
        unsigned width = 32;
        bool is_signed = true;
        bool is_pointer = false;
        friend auto operator<=>(const Register&, const Register&) = default;
    };
    struct Observed {
        std::string name;  ///< `0:r0` or `x`
        bool is_signed = true;
        bool is_pointer = false;
    };

    /// What condition and filter ask of values that are given by the observables' names.
    struct Asked {
        TermId condition, filter;
    };
    using Ask =
        std::function<Asked(TermPool& terms, const std::function<TermId(const std::string&)>&)>;

    /// Of a test that has code. clmm/targets/final_question.h asks tests of all languages.
    FinalQuestion(const LitmusTest& test, const EventStructure& structure);
    FinalQuestion(const EventStructure& structure, const Ask& ask);
    /// Of an execution that nobody unfolded, with all variables that it reached; others are 0.
    FinalQuestion(const LitmusTest& test, std::span<const Register> registers);
    FinalQuestion(FinalQuestion&&) noexcept;
    FinalQuestion& operator=(FinalQuestion&&) noexcept;
    ~FinalQuestion();

    [[nodiscard]] std::span<const Observed> observables() const;
    /// The proposition, without its quantifier; true where the test has none.
    [[nodiscard]] bool satisfies(std::span<const std::uint64_t> values) const;
    [[nodiscard]] bool passes_filter(std::span<const std::uint64_t> values) const;

private:
    struct Terms;
    std::unique_ptr<const Terms> terms_;
};

}  // namespace clmm::litmus
