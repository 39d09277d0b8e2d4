#pragma once

#include <memory>
#include <random>
#include <vector>

#include "clmm/hardware/harness.h"
#include "clmm/litmus/final_question.h"
#include "clmm/targets/x86_code.h"
#include "harness/layout.h"
#include "outcome.h"
#include "placements.h"

namespace clmm::hardware {

/// Kernels and buffers of a harness on one device.
class BuiltHarness {
public:
    /// Errors   E-DEVICE.
    static Result<std::unique_ptr<BuiltHarness>> build(const Harness::Parts& parts, Device& device);
    /// Errors   DeviceError.
    Histogram run(const RunAmount& amount);

    [[nodiscard]] const Device* device() const { return &device_; }

private:
    BuiltHarness(const Harness::Parts& parts, Device& device);
    void allocate();
    std::optional<std::size_t> place(std::mt19937_64& random);
    std::chrono::nanoseconds launch(std::mt19937_64& random);
    void write_groups(std::mt19937_64& random, bool shuffle);
    void read_counts(StateTable& states);
    void read_others(StateTable& states, std::uint32_t count);
    [[nodiscard]] std::uint64_t value_at(const std::vector<std::byte>& bytes,
                                         std::size_t index) const;
    void write_states(const StateTable& states);

    const Harness::Parts& parts_;
    Device& device_;
    std::unique_ptr<DeviceProgram> program_;
    std::unique_ptr<DeviceKernel> prepare_, test_, collect_;
    std::unique_ptr<DeviceBuffer> memory_, results_, groups_, sync_, scratch_, states_, slots_,
        counts_, others_;
    std::vector<std::uint32_t> counted_;  ///< counts so far, modulo 2^32
    bool shuffled_ = true;                ///< the groups' numbers are not in order
    Placements placements_;
    std::optional<std::vector<unsigned>> placed_;  ///< what the device was told last
};

struct Harness::Parts {
    litmus::LitmusTest test;
    litmus::EventStructure structure;
    DeviceInfo device;
    Tuning tuning;
    Layout layout;
    std::vector<Observed> observed;
    litmus::FinalQuestion question;
    SourcePtr text;
    std::vector<targets::X86Thread> x86;  ///< by unit; of tests in other languages none
    std::unique_ptr<BuiltHarness> built;

    [[nodiscard]] std::size_t value_size() const { return is_wide(observed) ? 8 : 4; }
};

/// The kernels clmm_prepare, clmm_test and clmm_collect. Errors   E-DEVICE.
[[nodiscard]] Result<std::unique_ptr<DeviceProgram>> build_program(const Harness::Parts& parts,
                                                                   Device& device);

}  // namespace clmm::hardware
