#pragma once

#include <string>
#include <vector>

#include "clmm/hardware/tuning.h"
#include "clmm/litmus/event_structure.h"
#include "clmm/targets/ptx_code.h"
#include "harness/layout.h"
#include "outcome.h"
#include "ptx_text/writer.h"

/// A test of PTX as kernels of many instances: what kernel_text is for OpenCL C.
namespace clmm::hardware::ptx_text {

struct Input {
    const std::string& name;
    const std::vector<targets::PtxThread>& threads;  ///< by unit
    const litmus::EventStructure& structure;
    const Tuning& tuning;
    const Layout& layout;
    const std::vector<Observed>& observed;
};

/// The PTX: kernels clmm_prepare, clmm_test and clmm_collect, with the parameters of those in
/// OpenCL C. Errors   Rejected.
[[nodiscard]] std::string text(const Input& input);

// ---- parts of it ----

/// The address of a global object of an instance.
[[nodiscard]] std::string place(Writer& out, const PlacedObject& object, const Layout& layout,
                                const std::string& memory, const std::string& instance);
[[nodiscard]] std::string test_kernel(const Input& input);
[[nodiscard]] std::string prepare_kernel(const Input& input);
[[nodiscard]] std::string collect_kernel(const Input& input);

/// The rounds of a group of the test: who runs which thread of which instance, and the threads.
/// `self` is the thread in the CTA, `block` the block of instances, `memory` and `results` as the
/// kernel's parameters.
struct Frame {
    std::string self, block, memory, results;
};
void write_rounds(Writer& out, const Input& input, std::size_t group, const Frame& frame,
                  const std::vector<std::vector<std::uint32_t>>& meetings);

/// Two accesses in a row, so many times.
void write_stress(Writer& out, StressPattern pattern, std::uint32_t iterations,
                  const std::string& address);
/// Waits until so many are at the place, or for so many turns.
void write_meeting(Writer& out, const std::string& address, std::size_t all, std::uint32_t turns);

}  // namespace clmm::hardware::ptx_text
