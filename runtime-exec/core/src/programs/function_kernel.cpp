#include "clmm/runtime/function_kernel.h"

namespace clmm::runtime {

namespace {

class FunctionInstance final : public KernelInstance {
public:
    FunctionInstance(const FunctionKernel::Function& function, const NdRange& range,
                     std::vector<Argument> arguments, ExecutionEnvironment& environment)
        : function_(function),
          range_(range),
          arguments_(std::move(arguments)),
          environment_(environment) {}

    void run(const WorkGroup& group, WorkerScratch& scratch) override {
        function_({range_, group, arguments_, environment_, scratch});
    }

private:
    const FunctionKernel::Function& function_;
    const NdRange range_;
    const std::vector<Argument> arguments_;
    ExecutionEnvironment& environment_;
};

}  // namespace

std::unique_ptr<KernelInstance> FunctionKernel::instantiate(
    const NdRange& range, std::vector<Argument> arguments,
    ExecutionEnvironment& environment) const {
    return std::make_unique<FunctionInstance>(function_, range, std::move(arguments), environment);
}

}  // namespace clmm::runtime
