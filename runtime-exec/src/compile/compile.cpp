#include "clmm/runtime/compile.h"

#include "clmm/litmus/preprocess.h"
#include "clmm/parser/litmus_tree.h"
#include "compile/program.h"
#include "compile/translator.h"
#include "execute/compiled_kernel.h"

namespace clmm::runtime {
namespace {

/// Kernels and the initial values of program-scope memory.
class CompiledProgram : public ProgramCode {
public:
    CompiledProgram(std::vector<std::shared_ptr<const KernelCode>> kernels,
                    std::vector<std::byte> initial)
        : kernels_(std::move(kernels)), initial_(std::move(initial)) {}

    [[nodiscard]] std::vector<std::shared_ptr<const KernelCode>> kernels() const override {
        return kernels_;
    }
    [[nodiscard]] std::size_t program_scope_size() const override { return initial_.size(); }
    void initialize(std::byte* memory) const override {
        std::copy(initial_.begin(), initial_.end(), memory);
    }

private:
    std::vector<std::shared_ptr<const KernelCode>> kernels_;
    std::vector<std::byte> initial_;
};

std::shared_ptr<const KernelCode> compile_kernel(compiler::Program& program,
                                                 const syntax::Function& function) {
    KernelAttributes attributes;
    std::vector<Parameter> parameters;
    auto code = compiler::Translator(program, &function).kernel(attributes, parameters);
    if (!code) return nullptr;
    return std::make_shared<const CompiledKernel>(function.name, std::move(parameters), attributes,
                                                  std::move(*code));
}

/// What the runtime's language has beside the checker's.
litmus::PreprocessOptions preprocess_options(const CompileOptions& options) {
    litmus::PreprocessOptions out{options.definitions, options.include_paths};
    for (const char* macro :
         {"cl_khr_fp64=1", "cl_khr_fp16=1", "__opencl_c_fp64=1", "__opencl_c_fp16=1",
          "__opencl_c_images=1", "__opencl_c_3d_image_writes=1", "__opencl_c_read_write_images=1",
          "__opencl_c_pipes=1", "__IMAGE_SUPPORT__=1", "cl_khr_3d_image_writes=1", "FP_FAST_FMA=1"})
        out.definitions.emplace_back(macro);
    return out;
}

}  // namespace

Result<std::shared_ptr<const ProgramCode>> compile(SourcePtr source,
                                                   const CompileOptions& options) {
    using Outcome = Result<std::shared_ptr<const ProgramCode>>;
    auto text = litmus::preprocess(source, preprocess_options(options));
    Diagnostics diagnostics = text.diagnostics();
    if (!text.ok()) return Outcome::failure(std::move(diagnostics));
    auto tree = syntax::parse_kernels(*text, syntax::KernelLanguage::complete);
    const auto add = [&](const Diagnostics& more) {
        diagnostics.insert(diagnostics.end(), more.begin(), more.end());
    };
    add(tree.diagnostics());
    if (!tree.ok()) return Outcome::failure(std::move(diagnostics));
    compiler::Program program(std::move(tree).value(), options.watched);
    program.read();
    std::vector<std::shared_ptr<const KernelCode>> kernels;
    if (!has_errors(program.diagnostics))
        for (const syntax::Function& function : program.tree().functions)
            if (function.is_kernel) kernels.push_back(compile_kernel(program, function));
    add(program.diagnostics);
    if (has_errors(diagnostics)) return Outcome::failure(std::move(diagnostics));
    return {std::make_shared<const CompiledProgram>(std::move(kernels), program.initial_values()),
            std::move(diagnostics)};
}

}  // namespace clmm::runtime
