#pragma once

#include <memory>
#include <string>
#include <vector>

#include "clmm/runtime/kernel_code.h"
#include "execute/code.h"

namespace clmm::runtime {

/// A kernel as bytecode.
class CompiledKernel : public KernelCode {
public:
    CompiledKernel(std::string name, std::vector<Parameter> parameters, KernelAttributes attributes,
                   Code code);

    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] const std::vector<Parameter>& parameters() const override { return parameters_; }
    [[nodiscard]] const KernelAttributes& attributes() const override { return attributes_; }
    [[nodiscard]] const Code& code() const { return *code_; }
    [[nodiscard]] const std::shared_ptr<const Code>& shared_code() const { return code_; }
    [[nodiscard]] std::unique_ptr<KernelInstance> instantiate(
        const NdRange& range, std::vector<Argument> arguments,
        ExecutionEnvironment& environment) const override;

private:
    std::string name_;
    std::vector<Parameter> parameters_;
    KernelAttributes attributes_;
    std::shared_ptr<const Code> code_;
};

class BoundKernel;

/// An instance that looks on while another one executes.
class OuterInstance : public KernelInstance {
public:
    [[nodiscard]] virtual const KernelInstance& inner() const = 0;
    /// A work-group was executed otherwise than by run(); its memory is still there.
    virtual void group_ended() = 0;
};

/// What the instance of a compiled kernel executes; null of others.
[[nodiscard]] const BoundKernel* bound_kernel_of(const KernelInstance& instance);

/// What a `sampler_t` holds: bit 0 normalised coordinates, bits 1 to 3 the AddressingMode, bit 4
/// nearest and bit 5 linear filtering: the constants of OpenCL C, or-ed.
[[nodiscard]] std::uint64_t sampler_bits(const SamplerArgument& sampler);
[[nodiscard]] inline SamplerArgument sampler_of(std::uint64_t bits) {
    return {(bits & 1U) != 0, static_cast<AddressingMode>(bits >> 1U & 7U),
            (bits & 0x20U) != 0 ? FilterMode::linear : FilterMode::nearest};
}

}  // namespace clmm::runtime
