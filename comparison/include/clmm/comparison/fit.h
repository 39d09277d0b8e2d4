#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/budget.h"
#include "clmm/comparison/observed.h"
#include "clmm/model/memory_model.h"

/// Which models of a family allow what was seen.
namespace clmm::comparison {

/// What a model says of a state that was seen.
enum class Stand : std::uint8_t { allowed, forbidden, open };

/// What a model says of one test.
///
/// Shape    a test with undefined behaviour may end in any state: `states` are empty then.
struct Decision {
    std::vector<std::string> states;  ///< allowed, ascending, over the names that were seen
    bool is_undefined = false;
    std::string open;          ///< why states may be missing; empty: none are
    std::vector<Stand> seen;   ///< by state of the test's Observed, in their order
    std::string problem = {};  ///< why nothing is known of the test

    friend bool operator==(const Decision&, const Decision&) = default;
};

/// A family of models, and who decides tests under its members.
struct FitFamily {
    std::vector<model::Switch> switches;
    /// The model with switches `NAME=VALUE` set, the others as they are; null where there is none.
    std::function<const model::MemoryModel*(const std::vector<std::string>& values)> load;
    /// What a model says of a test, by its number; without `races` whatever is undefined. Called by
    /// several threads.
    std::function<Decision(std::size_t test, const model::MemoryModel& model, bool races)> decide;
};

struct FitOptions {
    std::size_t combinations = 256;  ///< most that are looked at
    unsigned jobs = 1;
    Budget budget;
};

/// A state of a test, and how often it was seen.
struct Evidence {
    std::size_t test = 0;
    std::string state;
    std::uint64_t count = 0;  ///< 0 where it was not seen, or was not counted

    friend bool operator==(const Evidence&, const Evidence&) = default;
};

/// What a model forbids and was seen nevertheless, the most frequent first; and how many states it
/// leaves open.
struct Contradictions {
    std::vector<Evidence> states;
    std::size_t open = 0;

    [[nodiscard]] bool any() const { return !states.empty(); }
};

struct FittedValue {
    std::string value;
    bool is_reference = false;
    std::string rejected = {};  ///< why there is no such model; then there is nothing below
    bool tells = false;         ///< it changes what is said of some test, the others as they are
    Contradictions by_itself;   ///< … what of that was seen
    bool is_open = false;       ///< a combination with it remains, or no test tells it
    /// What would tell it from the reference, the others as they are, and was not seen: states that
    /// one allows and the other forbids. An empty state: undefined under one alone, so that what
    /// the other forbids would tell.
    std::vector<Evidence> told_by;
};

struct FittedSwitch {
    std::string name;
    std::vector<FittedValue> values;
    bool tells = false;  ///< some value does: it takes part in the combinations
};

/// A member of the family.
struct Combination {
    std::vector<std::string> changes;  ///< `NAME=VALUE`, against the reference
    Contradictions contradictions;
    std::size_t group = 0;  ///< of those that remain: which say the same of all tests
};

/// Members that say the same of all tests.
struct Group {
    std::vector<std::size_t> members;  ///< combinations, fewest changes first
    bool is_strongest = false;         ///< none that remains allows less
    std::uint64_t states = 0;          ///< allowed, of tests without undefined behaviour
    std::size_t undefined = 0;         ///< tests that may end in any state
};

enum class AxiomStand : std::uint8_t {
    contradicted,  ///< it alone forbids something that was seen
    part,          ///< it takes part in forbidding something that was seen
    upheld,        ///< nothing was seen that only it forbids
    idle           ///< what it forbids others forbid, too, in all tests
};
[[nodiscard]] std::string_view to_string(AxiomStand stand);

struct FittedAxiom {
    std::string name;
    AxiomStand stand = AxiomStand::idle;
    std::vector<Evidence> states;     ///< seen and forbidden, or forbidden by it only and not seen
    std::vector<std::string> others;  ///< of a part: the others without which the first is allowed
};

/// What observations say of a family of models.
struct Fit {
    Contradictions reference;           ///< of the model as it is
    std::vector<std::string> problems;  ///< by test: why it was left out; else empty
    std::vector<bool> undefined;        ///< by test, of the reference
    std::vector<FittedSwitch> switches;
    std::vector<Combination> combinations;  ///< fewest changes first
    std::uint64_t all_combinations = 0;     ///< of the switches that tell
    std::size_t remaining = 0;
    /// Those that remain are all combinations of the values that are open.
    bool are_independent = false;
    std::vector<Group> groups;  ///< of those that remain
    std::vector<FittedAxiom> axioms;
    std::vector<Evidence> unseen;  ///< though all that remain allow them
    std::string ended;             ///< why not all was decided; nothing is said of the rest
};

/// Holds observations against each member of a family of models.
///
/// Idea     switches that change what is said of no test, the others as they are, are left as they
///          are; of the others all combinations are looked at, those with the fewest changes
///          first, up to the bound.
/// Cost     tests × (values of switches + axioms + combinations) decisions.
/// State    the same for any number of jobs.
[[nodiscard]] Fit fit(const std::vector<Observed>& tests, const FitFamily& family,
                      const FitOptions& options);

}  // namespace clmm::comparison
