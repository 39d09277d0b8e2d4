#include "clmm/runtime/compile.h"

#include <algorithm>
#include <functional>
#include <map>

#include "clmm/litmus/preprocess.h"
#include "clmm/parser/litmus_tree.h"
#include "compile/program.h"
#include "compile/translator.h"
#include "execute/compiled_kernel.h"
#include "execute/scalar.h"
#include "values/address.h"

namespace clmm::runtime {
namespace {

using Kernels = std::vector<std::shared_ptr<const KernelCode>>;

/// Kernels and the initial values of program-scope memory.
class CompiledProgram : public ProgramCode {
public:
    CompiledProgram(Kernels kernels, Kernels initializers, const compiler::Program& program)
        : kernels_(std::move(kernels)),
          initializers_(std::move(initializers)),
          initial_(program.initial_values()),
          relocations_(program.relocations()) {
        for (const syntax::Declarator& each : program.tree().variables)
            if (const auto* variable = program.variable(each.name))
                variables_[each.name] = variable->offset;
    }

    [[nodiscard]] Kernels kernels() const override { return kernels_; }
    [[nodiscard]] Kernels initializers() const override { return initializers_; }
    [[nodiscard]] std::size_t program_scope_size() const override { return initial_.size(); }
    void initialize(std::byte* memory) const override {
        std::copy(initial_.begin(), initial_.end(), memory);
        const auto base = address_of(memory);
        for (const compiler::Relocation& each : relocations_)
            write_bytes(memory + each.at, base + static_cast<std::uint64_t>(each.target));
    }

    [[nodiscard]] std::optional<std::uint64_t> variable(std::string_view name) const {
        const auto found = variables_.find(name);
        return found == variables_.end() ? std::nullopt : std::optional(found->second);
    }

private:
    Kernels kernels_;
    Kernels initializers_;
    std::vector<std::byte> initial_;
    std::vector<compiler::Relocation> relocations_;
    std::map<std::string, std::uint64_t, std::less<>> variables_;  ///< offsets
};

/// `__attribute__((program_initializer))`
bool is_initializer(const syntax::Function& function) {
    return std::ranges::find(function.attributes, "program_initializer",
                             &syntax::Attribute::name) != function.attributes.end();
}

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
    // cl_ext_float_atomics
    out.definitions.emplace_back("cl_ext_float_atomics=1");
    for (const char* memory : {"global", "local"}) {
        const std::string rest = std::string("_") + memory + "_atomic_";
        for (const char* type : {"fp16", "fp32", "fp64"})
            for (const char* what : {"add", "min_max"})
                out.definitions.push_back("__opencl_c_ext_" + (type + rest) + what + "=1");
        out.definitions.push_back("__opencl_c_ext_fp16" + rest + "load_store=1");
    }
    return out;
}

void add(Diagnostics& diagnostics, const Diagnostics& more) {
    diagnostics.insert(diagnostics.end(), more.begin(), more.end());
}

}  // namespace

Result<std::shared_ptr<const ProgramCode>> compile(SourcePtr source,
                                                   const CompileOptions& options) {
    using Outcome = Result<std::shared_ptr<const ProgramCode>>;
    auto text = litmus::preprocess(source, preprocess_options(options));
    Diagnostics diagnostics = text.diagnostics();
    if (!text.ok()) return Outcome::failure(std::move(diagnostics));
    auto tree = syntax::parse_kernels(*text, syntax::KernelLanguage::complete);
    add(diagnostics, tree.diagnostics());
    if (!tree.ok()) return Outcome::failure(std::move(diagnostics));
    auto program = compile(*tree, options);
    add(diagnostics, program.diagnostics());
    if (!program.ok()) return Outcome::failure(std::move(diagnostics));
    return {std::move(program).value(), std::move(diagnostics)};
}

Result<std::shared_ptr<const ProgramCode>> compile(const syntax::LitmusTree& tree,
                                                   const CompileOptions& options) {
    using Outcome = Result<std::shared_ptr<const ProgramCode>>;
    compiler::Program program(tree, options.watched);
    program.missing_bodies = options.missing_bodies;
    program.only_signatures = options.only_signatures;
    program.rejects_work_item_scope = options.rejects_work_item_scope;
    program.read();
    Kernels kernels;
    Kernels initializers;
    if (!has_errors(program.diagnostics))
        for (const syntax::Function& function : program.tree().functions)
            if (function.is_kernel)
                (is_initializer(function) ? initializers : kernels)
                    .push_back(compile_kernel(program, function));
    if (has_errors(program.diagnostics)) return Outcome::failure(std::move(program.diagnostics));
    auto compiled = std::make_shared<const CompiledProgram>(std::move(kernels),
                                                            std::move(initializers), program);
    return {std::move(compiled), std::move(program.diagnostics)};
}

std::optional<std::uint64_t> program_variable(const ProgramCode& program, std::string_view name) {
    const auto* compiled = dynamic_cast<const CompiledProgram*>(&program);
    return compiled == nullptr ? std::nullopt : compiled->variable(name);
}

}  // namespace clmm::runtime
