#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "clmm/runtime/execution_environment.h"
#include "clmm/runtime/rules.h"
#include "clmm/runtime/watcher.h"

namespace clmm::runtime {

class Schedule;

/// Which dynamic checks are wanted. That work-items of a group reach its barriers together is
/// always checked.
struct CheckSet {
    bool race = false;
    bool bounds = false;
    bool uninitialised = false;
    bool alignment = false;
    bool division = false;
    bool copies = false;
    Rules rules = {};  ///< what a race is
    /// Of a controlled run with weak memory, for which races are looked for, too: what chooses the
    /// writes that loads of atomics read. Null: they read the last one.
    Schedule* writes = nullptr;

    [[nodiscard]] bool any() const {
        return race || bounds || uninitialised || alignment || division || copies;
    }
};

/// The dynamic checks of a context: given to it as the observer in ContextSinks.
///
/// Errors   none: what goes wrong in a kernel is a Finding.
/// Threads  any.
class Checks : public Watcher {
public:
    /// What has been found so far, once for each place and kind; complete when the commands are.
    [[nodiscard]] virtual std::vector<Finding> findings() = 0;
};

/// The checks of kernels that were compiled with CompileOptions::watched.
///
/// Cost     kernels run one work-group at a time, some times slower: docs/runtime.md.
/// Tests    tests/unit/runtime-exec/check
[[nodiscard]] std::shared_ptr<Checks> make_checks(const CheckSet& wanted);

}  // namespace clmm::runtime
