#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clmm/model/memory_model.h"
#include "clmm/suites/minimal.h"

namespace clmm::suites {

/// A model that lacks one thing.
struct Mutant {
    enum class Kind : std::uint8_t {
        axiom,        ///< a check that executions may not fail
        alternative,  ///< an operand of a union
        restriction   ///< an operand of an intersection
    };
    Kind kind = Kind::axiom;
    std::string definition;  ///< in which it is; of an axiom its name
    std::string dropped;     ///< the operand's text; of an axiom the check's
    std::string file;        ///< the cat file, and the line
    std::uint32_t line = 0;
    model::MemoryModel model;
    std::string broken = {};  ///< why its text is no model: it is held against nothing then
};

/// `without the axiom write-read-coherence`, `synchronises without atomic-to-fence(r)`.
[[nodiscard]] std::string to_text(const Mutant& mutant);

/// Every model made by dropping one axiom, one operand of a union, or one of an intersection, from
/// its text; with the switches as they are. Those that compile to the same axioms and relations are
/// left out: what is dropped belongs to a reading that is not in effect. One whose text is no
/// model is there, as broken.
///
/// Errors   E-MODEL where the model's text is not known.
[[nodiscard]] Result<std::vector<Mutant>> mutants_of(const model::MemoryModel& model);

/// What a suite says of a mutant.
///
/// Shape    a test kills a mutant that allows its state, by an execution (`state`) or as undefined
///          behaviour (`race`). Of one that no test kills `stronger` is a test with one weakening
///          that the model allows and the mutant forbids.
struct MutantVerdict {
    std::uint64_t states = 0, races = 0;   ///< tests that kill it so
    std::optional<std::size_t> killed_by;  ///< the first, by state where there is one
    struct Stronger {
        std::size_t test = 0;
        std::string weakening;
    };
    std::optional<Stronger> stronger;
    bool is_open = false;  ///< for some test it was not known
};

/// Holds every mutant that is not broken against every test. Errors: none; ends early with the
/// budget, all open then.
[[nodiscard]] std::vector<MutantVerdict> hold_against(const model::MemoryModel& model,
                                                      const std::vector<Mutant>& mutants,
                                                      const std::vector<SuiteTest>& suite,
                                                      const SuiteOptions& options);

}  // namespace clmm::suites
