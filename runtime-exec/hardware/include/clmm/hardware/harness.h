#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/budget.h"
#include "clmm/base/result.h"
#include "clmm/hardware/device.h"
#include "clmm/hardware/histogram.h"
#include "clmm/hardware/tuning.h"
#include "clmm/litmus/event_structure.h"
#include "clmm/litmus/litmus_test.h"

namespace clmm::hardware {

/// Something that a test uses and a device does not claim to have.
struct UnclaimedUse {
    std::string what;  ///< `memory_order_acquire`, `memory_scope_device`, `fence at …`
    Span span;         ///< the first use in the test
};
/// By what the events of the test say.
[[nodiscard]] std::vector<UnclaimedUse> unclaimed(const litmus::EventStructure& structure,
                                                  const DeviceInfo& device);

/// How much to run. The first limit that is reached ends the run; at least one launch is made.
struct RunAmount {
    std::uint64_t instances = 1'000'000;
    std::optional<std::chrono::milliseconds> time;
    std::uint64_t seed = 1;  ///< of all that is random; equal seeds make equal launches
    Budget budget;           ///< of the caller: an interrupt ends the run between two launches
    std::function<void(const Histogram& so_far)> progress;  ///< after each launch; may be empty
};

/// A litmus test as a kernel that executes many instances of it in one launch, and tells their
/// final states apart on the device.
///
/// Idea     every role (unit of the test) of every instance is executed by one work-item, placed so
///          that the test's scope tree holds: roles of one sub-group, work-group or device are in
///          one, roles of different ones are not. Registers go to an array; a second kernel makes
///          each instance's final state into a number and counts it.
/// Errors   E-UNSUPPORTED with a span for tests that cannot be executed so: those in another
///          language than the device's, host threads,
///          commands, several devices, images and pipes, unbounded waiting for another role, more
///          than one kernel-instance; E-TUNING where the tuning does not fit the device.
/// Cost     prepare() compiles nothing; the device does, once.
/// Threads  none of its own.
/// Tests    tests/unit/runtime-exec/hardware
class Harness {
public:
    [[nodiscard]] static Result<Harness> prepare(const litmus::LitmusTest& test,
                                                 const litmus::EventStructure& structure,
                                                 const DeviceInfo& device, const Tuning& tuning);
    Harness(Harness&&) noexcept;
    Harness& operator=(Harness&&) noexcept;
    ~Harness();

    /// The OpenCL C or PTX, or the test itself where that is executed as machine code.
    [[nodiscard]] const SourcePtr& source() const;
    /// The kernels, on the device that the harness was prepared for; it must outlive them.
    /// Errors   E-DEVICE.
    [[nodiscard]] Result<std::unique_ptr<DeviceProgram>> build(Device& device) const;

    /// Builds the kernels, once a device, and runs them.
    /// Errors   E-DEVICE.
    [[nodiscard]] Result<Histogram> run(Device& device, const RunAmount& amount);

    struct Parts;

private:
    explicit Harness(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace clmm::hardware
