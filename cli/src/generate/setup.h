#pragma once

#include <iosfwd>
#include <string>

#include "clmm/model/memory_model.h"
#include "generate/command.h"
#include "inputs.h"
#include "process/many_tests.h"
#include "selection.h"

namespace clmm::cli {

/// What every way to make tests needs: the model, the space, limits. Keeps arguments by reference.
class GenerateSetup {
public:
    explicit GenerateSetup(const GenerateArguments& arguments)
        : arguments_(arguments), watch_(arguments.check) {}

    /// Errors   those of the model; E-SELECT for options that do not go together.
    [[nodiscard]] Diagnostics prepare();

    [[nodiscard]] const GenerateArguments& arguments() const { return arguments_; }
    [[nodiscard]] const model::MemoryModel& model() const { return **loaded_; }
    [[nodiscard]] const std::string& model_word() const { return word_; }
    [[nodiscard]] const generator::Space& space() const { return space_; }
    /// With the command's budget.
    [[nodiscard]] enumerator::CheckOptions check() const;
    /// The search is over, and what it found is told.
    void hold() const { watch_.hold(); }
    /// What a file of an earlier search has to be about.
    [[nodiscard]] std::string key(const Shard& shard) const;
    [[nodiscard]] std::string key() const { return key(arguments_.check.shard); }

private:
    const GenerateArguments& arguments_;
    mutable SearchWatch watch_;
    ModelStore models_{{}};
    ModelStore::Loaded loaded_;
    std::string word_;
    generator::Space space_;
};

}  // namespace clmm::cli
