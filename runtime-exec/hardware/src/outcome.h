#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "clmm/hardware/histogram.h"
#include "clmm/litmus/event_structure.h"
#include "clmm/litmus/final_question.h"
#include "harness/layout.h"

namespace clmm::hardware {

/// One observable: the register of a role, or a location.
struct Observed {
    std::string name;                            ///< `0:r0`, `x`
    std::size_t role = 0;                        ///< of a register
    std::string reg;                             ///< empty: a location
    const litmus::Location* location = nullptr;  ///< null: a register
    const PlacedObject* object = nullptr;        ///< of the location
    unsigned width = 32;

    /// Written to the results by the work-items of the test: registers, and locations in local
    /// memory, which end with their work-group.
    [[nodiscard]] bool is_result() const {
        return location == nullptr || location->space == litmus::AddressSpace::local;
    }
};

[[nodiscard]] std::vector<Observed> observed_of(const litmus::EventStructure& structure,
                                                const Layout& layout);
/// Whether values of 64 bits are among them.
[[nodiscard]] bool is_wide(const std::vector<Observed>& observed);

/// The final states seen so far, and where a kernel finds them: a hash table whose entries are
/// numbers of states plus 1, and 0 where there is none.
///
/// Idea     a state that the device does not find goes to the host with all its values, so that
///          none is lost or taken for another.
class StateTable {
public:
    static constexpr std::uint32_t kStates = 1'024;
    static constexpr std::uint32_t kSlots = 4'096;  ///< power of 2, well above kStates

    explicit StateTable(std::size_t observables) : observables_(observables) {}

    using Values = std::vector<std::uint64_t>;
    void count(const Values& values, std::uint64_t times);
    void count(std::size_t state, std::uint64_t times) { counts_[state] += times; }

    [[nodiscard]] std::size_t size() const { return states_.size(); }
    /// How many of them the device knows: at most kStates.
    [[nodiscard]] std::uint32_t known() const {
        return static_cast<std::uint32_t>(std::min<std::size_t>(size(), kStates));
    }
    [[nodiscard]] const std::vector<std::uint32_t>& slots() const { return slots_; }
    /// kStates values for each observable.
    [[nodiscard]] std::vector<std::uint64_t> columns() const;

    /// How often each state was counted, by its number.
    [[nodiscard]] const std::vector<std::uint64_t>& counts() const { return counts_; }
    [[nodiscard]] const Values& values(std::size_t state) const { return states_[state]; }
    /// Sorted by values.
    [[nodiscard]] std::vector<SeenState> states(const litmus::FinalQuestion& question) const;

private:
    std::size_t observables_;
    std::map<Values, std::size_t> numbers_;
    std::vector<Values> states_;
    std::vector<std::uint64_t> counts_;
    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(kSlots, 0);
};

/// The hash of values, on the host as in the kernel: of their low 32 bits, in unsigned arithmetic.
[[nodiscard]] std::uint32_t hash_of(const std::vector<std::uint64_t>& values);
constexpr std::uint32_t kHashFactor = 0x9E3779B1U;

}  // namespace clmm::hardware
