#pragma once

#include <set>
#include <string>

#include "clmm/lowering/sweep.h"
#include "lower/sweep_setup.h"

namespace clmm::cli {

/// What the programs that a mutant is about say of it.
struct MutantTried {
    lowering::SweepResult swept;
    Diagnostics problems;  ///< it is no code of the target: nothing was decided
    [[nodiscard]] bool is_refuted() const { return swept.broken > 0; }
    [[nodiscard]] bool is_as_good() const {
        return problems.empty() && !is_refuted() && swept.is_complete() && swept.programs > 0;
    }
    /// Of one that is neither.
    [[nodiscard]] std::string why_open() const;
};

/// Decides the programs that use one of these lines until one breaks.
[[nodiscard]] MutantTried try_mutant(const SweepSetup& setup, const lowering::Mutant& mutant,
                                     const std::set<std::size_t>& about_lines);

/// `MFENCE -> nothing`, and where that is.
[[nodiscard]] std::string change_of(const lowering::Mutant& mutant);
[[nodiscard]] std::string places_of(const lowering::Mapping& mapping,
                                    const lowering::Mutant& mutant);

/// Four blanks before each line.
[[nodiscard]] std::string indented_test(const std::string& text);

}  // namespace clmm::cli
