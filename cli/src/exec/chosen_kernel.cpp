#include "exec/chosen_kernel.h"

namespace clmm::cli {

const runtime::KernelCode& chosen_kernel(const runtime::ProgramCode& program,
                                         const std::string& wanted, const SourcePtr& source,
                                         Span at) {
    std::string names;
    const auto kernels = program.kernels();
    for (const auto& kernel : kernels) {
        if (kernel->name() == wanted) return *kernel;
        names += (names.empty() ? "" : ", ") + kernel->name();
    }
    if (kernels.empty()) reject(source, at, "E-NAME", "the file has no kernel");
    if (!wanted.empty())
        reject(source, at, "E-NAME", "there is no kernel '" + wanted + "'",
               "the file has " + names);
    if (kernels.size() > 1)
        reject(source, at, "E-NAME", "the file has several kernels: " + names,
               "choose one: --kernel NAME");
    return *kernels.front();
}

}  // namespace clmm::cli
