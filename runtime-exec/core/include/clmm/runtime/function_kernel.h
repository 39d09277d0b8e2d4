#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "clmm/runtime/kernel_code.h"

namespace clmm::runtime {

/// What a kernel written in C++ gets for each work-group. References are valid during the call.
struct FunctionCall {
    const NdRange& range;
    const WorkGroup& group;
    const std::vector<Argument>& arguments;
    ExecutionEnvironment& environment;
    WorkerScratch& scratch;

    /// A pointer argument's memory as an array.
    template <class T>
    [[nodiscard]] T* pointer(std::size_t index) const {
        return reinterpret_cast<T*>(std::get<MemoryArgument>(arguments[index]).base);
    }
};

/// A kernel whose work-groups are calls of a C++ function: for built-in kernels, and for tests.
///
/// Threads  the function is called concurrently for different work-groups.
/// Source   "Categories of Kernels", "Built-in kernels".
/// Tests    tests/unit/runtime-exec/runtime/kernel_test.cpp
class FunctionKernel final : public KernelCode {
public:
    using Function = std::function<void(const FunctionCall&)>;

    FunctionKernel(std::string name, std::vector<Parameter> parameters, Function function,
                   KernelAttributes attributes = {})
        : name_(std::move(name)),
          parameters_(std::move(parameters)),
          attributes_(attributes),
          function_(std::move(function)) {}

    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] const std::vector<Parameter>& parameters() const override { return parameters_; }
    [[nodiscard]] const KernelAttributes& attributes() const override { return attributes_; }
    [[nodiscard]] std::unique_ptr<KernelInstance> instantiate(
        const NdRange& range, std::vector<Argument> arguments,
        ExecutionEnvironment& environment) const override;

private:
    std::string name_;
    std::vector<Parameter> parameters_;
    KernelAttributes attributes_;
    Function function_;
};

}  // namespace clmm::runtime
