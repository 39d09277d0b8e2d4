#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "clmm/model/execution.h"
#include "clmm/model/outcome_set.h"

namespace clmm::model {

/// Which values the free observables of a family take.
enum class Extent : std::uint8_t {
    every,     ///< all combinations of values of their widths
    some,      ///< not all
    undecided  ///< at least those that were found
};

/// Outcomes that differ in values that nothing fixes: those that come out of thin air, and those
/// that the specification leaves unspecified. Observables that always have the same such value
/// share a number; others are fixed.
struct Family {
    std::vector<int> free_group;  ///< by observable: group number, or -1 where it is fixed
    Extent extent = Extent::undecided;
    bool unspecified = false;  ///< some of the values are, whatever comes out of thin air besides
};

/// One final state, by the observables of the event structure.
struct OutcomeEntry {
    OutcomeValues values;
    bool satisfies_condition = false;
    bool out_of_thin_air = false;  ///< the witness has a cycle of rf and dependencies, and no
                                   ///< execution with this outcome was found without one
    std::optional<Family> family;  ///< stands for many outcomes; `values` is one of them
    std::uint64_t executions = 0;  ///< counted where the request asked for it
    /// An execution that ends in it; null where none was kept.
    std::shared_ptr<const Execution> witness;

    /// Where one was kept; an InternalError else.
    [[nodiscard]] const Execution& execution() const;
    /// Of a family: whether what it fixes has these values, and what it has alike is alike.
    [[nodiscard]] bool fits(const OutcomeValues& other) const;
};

/// Takes away ordinary outcomes that a family of all values stands for, too, if both satisfy the
/// condition or neither does: whether a search finds them apart hangs on what it finds first. One
/// that needs no value out of thin air stays beside a family that does.
void drop_members_of_families(std::vector<OutcomeEntry>& entries);

/// Of which outcomes an execution is to be kept.
enum class Witnesses : std::uint8_t {
    families,  ///< of those alone
    deciding,  ///< of families, and the least of those that satisfy the condition, that do not,
               ///< that come out of thin air, and that do not
    all        ///< a search that is stopped leaves out the outcomes that it has none of yet
};

/// Everything that was found of final states: ordinary ones as a set, families one by one.
///
/// Shape    walked ascending by values, families after the ordinary ones. An entry lasts until its
///          iterator is advanced.
/// Cost     memory follows the nodes of the set and the witnesses, not the number of outcomes.
class Outcomes {
public:
    class Iterator;

    Outcomes() = default;
    /// Listed in any order, ordinary ones each once.
    Outcomes(std::vector<OutcomeEntry> entries);  // NOLINT(google-explicit-constructor)
    Outcomes(std::initializer_list<OutcomeEntry> entries)
        : Outcomes(std::vector<OutcomeEntry>(entries)) {}
    explicit Outcomes(OutcomeSet ordinary) : ordinary_(std::move(ordinary)) {}

    /// The execution of an ordinary outcome.
    void set_witness(const OutcomeValues& values, std::shared_ptr<const Execution> witness);

    [[nodiscard]] const OutcomeSet& ordinary() const { return ordinary_; }
    [[nodiscard]] const std::vector<OutcomeEntry>& families() const { return families_; }
    /// How many entries there are; a family is one.
    [[nodiscard]] Natural size() const;
    [[nodiscard]] bool empty() const { return ordinary_.empty() && families_.empty(); }
    /// The sum of what marks are worth, over all entries.
    [[nodiscard]] Natural sum(const std::function<std::uint64_t(const OutcomeMark&)>& worth) const;

    [[nodiscard]] Iterator begin() const;
    [[nodiscard]] static std::default_sentinel_t end() { return {}; }
    /// By its place; walks there.
    [[nodiscard]] OutcomeEntry operator[](std::size_t place) const;
    /// Those with an execution, in the same order: few, unless all were asked for.
    [[nodiscard]] std::vector<OutcomeEntry> with_witness() const;
    /// All entries at once: for answers that are known to be small.
    [[nodiscard]] std::vector<OutcomeEntry> list() const;

private:
    OutcomeSet ordinary_;
    std::vector<OutcomeEntry> families_;
    std::map<OutcomeValues, std::shared_ptr<const Execution>> witnesses_;
};

/// An input iterator: what it refers to is its own.
class Outcomes::Iterator {
public:
    using value_type = OutcomeEntry;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::input_iterator_tag;

    Iterator() = default;
    explicit Iterator(const Outcomes& of);

    [[nodiscard]] const OutcomeEntry& operator*() const { return entry_; }
    [[nodiscard]] const OutcomeEntry* operator->() const { return &entry_; }
    Iterator& operator++();
    void operator++(int) { ++*this; }
    friend bool operator==(const Iterator& it, std::default_sentinel_t) { return it.at_end_; }

private:
    void look();

    const Outcomes* of_ = nullptr;
    OutcomeWalk walk_;
    std::size_t family_ = 0;
    bool at_end_ = true;
    OutcomeEntry entry_;
};

inline Outcomes::Iterator Outcomes::begin() const { return Iterator(*this); }

/// Gives entries that a search lists the executions that its answer is to have.
class WitnessKeeper {
public:
    explicit WitnessKeeper(Witnesses wanted) : wanted_(wanted) {}

    /// Of the entry with this number, which is new. May take another one's execution away.
    void keep(std::vector<OutcomeEntry>& entries, std::size_t number, const Execution& witness);

private:
    Witnesses wanted_;
    std::array<std::optional<std::size_t>, 4> least_;  ///< by what is known of the outcome
};

}  // namespace clmm::model
