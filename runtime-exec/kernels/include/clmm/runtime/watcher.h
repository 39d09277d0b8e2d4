#pragma once

#include <memory>

#include "clmm/runtime/observer.h"

namespace clmm::runtime {

class Monitor;
struct InstanceView;

/// An observer of a context that looks into its kernels, too: each kernel-instance of watched code
/// asks it for a monitor.
///
/// Errors   none.
/// Threads  any.
class Watcher : public Observer {
public:
    /// For a kernel-instance of watched code, or null.
    [[nodiscard]] virtual std::unique_ptr<Monitor> start(const InstanceView& instance) = 0;
};

}  // namespace clmm::runtime
