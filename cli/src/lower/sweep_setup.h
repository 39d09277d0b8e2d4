#pragma once

#include <iosfwd>
#include <memory>
#include <optional>

#include "clmm/lowering/sweep.h"
#include "inputs.h"
#include "lower/command.h"
#include "process/many_tests.h"
#include "search/space_progress.h"

namespace clmm::cli {

/// What all commands about a whole space need: the models of both sides, the space, the limits.
class SweepSetup {
public:
    SweepSetup(const LowerArguments& arguments, const lowering::Mapping& mapping,
               std::ostream& err);

    /// Nothing where the arguments do not fit, or a model is none; then it was said why.
    [[nodiscard]] bool prepare();

    [[nodiscard]] const model::MemoryModel& source() const { return source_->value(); }
    [[nodiscard]] const model::MemoryModel& target() const { return target_->value(); }
    [[nodiscard]] const lowering::Mapping& mapping() const { return mapping_; }
    /// What makes the target's code, in words; empty: the mapping.
    [[nodiscard]] std::string made_by() const;
    /// Mapping, models, space and part in words.
    [[nodiscard]] std::string head(const Shard& part) const;
    [[nodiscard]] std::string head() const { return head(arguments_.check.shard); }
    [[nodiscard]] std::ostream& err() const { return err_; }
    /// The search is over, and what it found is told.
    void hold() {
        watch_.hold();
        progress_.clear();
    }

    lowering::SweepOptions options;

private:
    const LowerArguments& arguments_;
    const lowering::Mapping& mapping_;
    std::ostream& err_;
    SearchWatch watch_;
    SpaceProgress progress_;
    ModelStore models_;
    ModelStore target_models_;
    ModelStore::Loaded source_, target_;
};

}  // namespace clmm::cli
