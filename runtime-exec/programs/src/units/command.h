#pragma once

#include <memory>
#include <vector>

#include "host/run.h"
#include "units/kernel.h"

namespace clmm::runtime::host {

/// The compiled program, but that kernels made of work-items beside host threads leave the values
/// of observed variables where their addresses were, once they have ended.
[[nodiscard]] std::shared_ptr<const ProgramCode> program_of(const HostProgram::Code& code);

/// Rejects (E-UNSUPPORTED) barriers and group functions of work-items that share a work-group:
/// beside host threads each is a kernel-instance of its own.
void check_meetings(const ProgramCode& program, const HostProgram::Code& code);

/// The single work-items of a test that has host threads: each is a kernel-instance of its own, on
/// a queue of its own.
///
/// Errors   Rejected, those of unit_arguments.
class UnitCommands {
public:
    /// Enqueues them.
    explicit UnitCommands(const std::shared_ptr<Run>& run);
    /// Once they are complete: tells the run what their variables held.
    void read_registers() const;

private:
    struct Unit {
        const UnitKernel* kernel;
        SvmAllocation seen;
    };
    void start(const UnitKernel& kernel, const litmus::Unit& unit);

    std::shared_ptr<Run> run_;
    std::vector<Unit> units_;
};

}  // namespace clmm::runtime::host
