#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>

#include "clmm/litmus/term.h"

namespace clmm::model {

/// Values of the choices of a term pool, by the number that is their payload. What is missing is 0.
using ChoiceValues = std::unordered_map<std::uint64_t, std::uint64_t>;

/// Terms have these values.
class ChosenValues final : public litmus::Valuation {
public:
    explicit ChosenValues(const ChoiceValues& values) : values_(values) {}
    [[nodiscard]] std::uint64_t read_value(litmus::EventId /*event*/) const override { return 0; }
    [[nodiscard]] std::uint64_t final_value(litmus::LocationId /*at*/) const override { return 0; }
    [[nodiscard]] std::uint64_t choice(std::uint64_t number) const override {
        const auto found = values_.find(number);
        return found == values_.end() ? 0 : found->second;
    }

private:
    const ChoiceValues& values_;
};

/// Whether Boolean terms over choices can be true together.
///
/// Shape    terms are of the pool that it was made for, which may grow meanwhile; its leaves are
///          choices and constants.
/// Errors   none: what is not decided in time is `unknown`.
/// Threads  one at a time.
/// Tests    tests/unit/solver/term_solver_test.cpp, tests/every-launch/kernels.py
class TermSolver {
public:
    enum class Answer : std::uint8_t { satisfiable, unsatisfiable, unknown };

    virtual ~TermSolver() = default;
    /// Gives up after so much effort, in units of the solver's own, which do not depend on how busy
    /// the machine is; and after so much time.
    [[nodiscard]] virtual Answer check(std::span<const litmus::TermId> together,
                                       std::uint32_t effort,
                                       std::optional<std::chrono::milliseconds> time) = 0;
    /// How, after `satisfiable`.
    [[nodiscard]] virtual const ChoiceValues& values() const = 0;
};

}  // namespace clmm::model
