#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/runtime/execution_environment.h"
#include "clmm/runtime/platform.h"

namespace clmm::runtime {

struct ContextCore;
class Observer;

/// Where a context's messages go; an empty function discards them.
///
/// Threads  called one at a time, by compute units and the callback thread, before the command
///          that caused the message completes. They must not call the runtime.
struct ContextSinks {
    std::function<void(std::string_view text)> print;       ///< output of printf
    std::function<void(const Finding& finding)> report;     ///< findings of dynamic checks
    std::function<void(const std::string& problem)> error;  ///< abnormal terminations, in words
    std::shared_ptr<Observer> observer = nullptr;           ///< of order and memory; null: none
};

/// The environment within which kernels execute: devices, memory, programs, queues.
///
/// Errors   CL_INVALID_DEVICE for no devices or devices of several platforms.
/// Threads  any.
/// Source   "Execution Model", paragraph "The context defines the environment".
/// Tests    tests/unit/runtime-exec/runtime/platform_test.cpp
class Context {
public:
    explicit Context(std::vector<Device> devices, ContextSinks sinks = {});

    [[nodiscard]] const std::vector<Device>& devices() const { return devices_; }
    /// The memory object or shared virtual memory that holds an address.
    [[nodiscard]] std::optional<MemoryArgument> memory_at(const void* address) const;

    friend bool operator==(const Context& a, const Context& b) { return a.core_ == b.core_; }

    [[nodiscard]] const std::shared_ptr<ContextCore>& core() const { return core_; }
    [[nodiscard]] const std::shared_ptr<PlatformThreads>& threads() const {
        return devices_.front().threads();
    }

private:
    std::vector<Device> devices_;
    std::shared_ptr<ContextCore> core_;
};

}  // namespace clmm::runtime
