#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "clmm/runtime/execution_environment.h"
#include "clmm/runtime/observer.h"
#include "clmm/runtime/rules.h"

namespace clmm::runtime {

class Monitor;
class Schedule;
struct InstanceView;

/// Which dynamic checks are wanted. That work-items of a group reach its barriers together is
/// always checked.
struct CheckSet {
    bool race = false;
    bool bounds = false;
    bool uninitialised = false;
    bool alignment = false;
    Rules rules = {};  ///< what a race is
    /// Of a controlled run with weak memory, for which races are looked for, too: what chooses the
    /// writes that loads of atomics read. Null: they read the last one.
    Schedule* writes = nullptr;

    [[nodiscard]] bool any() const { return race || bounds || uninitialised || alignment; }
};

/// The dynamic checks of a context: given to it as the observer in ContextSinks, and asked for a
/// monitor by each kernel-instance of watched code.
///
/// Threads  any.
class Checks : public Observer {
public:
    /// For a kernel-instance of watched code, or null.
    [[nodiscard]] virtual std::unique_ptr<Monitor> start(const InstanceView& instance) = 0;
    /// What has been found so far, once for each place and kind; complete when the commands are.
    [[nodiscard]] virtual std::vector<Finding> findings() = 0;
};

/// The checks of kernels that were compiled with CompileOptions::watched.
///
/// Cost     kernels run one work-group at a time, some times slower: docs/runtime.md.
/// Tests    tests/unit/runtime-exec/check
[[nodiscard]] std::shared_ptr<Checks> make_checks(const CheckSet& wanted);

}  // namespace clmm::runtime
