#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "clmm/litmus/event_structure.h"

namespace clmm::explorer {

/// A test's condition as a function of what is observed, where it is one.
class ObservedCondition {
public:
    explicit ObservedCondition(const litmus::EventStructure& structure);

    /// It depends on nothing but the observables.
    [[nodiscard]] bool is_function() const { return is_function_; }
    /// It compares observables with constants, for equality alone.
    [[nodiscard]] bool is_of_equalities() const;
    /// All constants that it mentions.
    [[nodiscard]] std::vector<std::uint64_t> constants() const;
    /// Whether it holds, if the first observables' values tell. All of them do, of a function.
    [[nodiscard]] std::optional<bool> holds(std::span<const std::uint64_t> first) const;
    /// Appends all on which the condition still depends when the first observables have their
    /// values: whether it holds, or will by values that it mentions.
    void append_state(std::span<const std::uint64_t> first, std::vector<std::uint64_t>& key) const;

private:
    const litmus::EventStructure& structure_;
    std::map<litmus::TermId, std::size_t> observable_of_;
    std::vector<litmus::TermId> parts_;  ///< of the condition, operands first
    std::vector<bool> mentioned_;
    bool is_function_ = true;
};

}  // namespace clmm::explorer
