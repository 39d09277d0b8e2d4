#include "clmm/runtime/every_launch.h"

#include <algorithm>

#include "buffer_size.h"
#include "verifier.h"

namespace clmm::runtime {
namespace {

using namespace launches;

template <class T>
Result<T> problem(std::string message, std::string hint) {
    return Result<T>::failure(
        {Severity::error, "E-LAUNCH", std::move(message), std::move(hint), nullptr, {}});
}

/// What the kernel itself requires of its groups. Errors: where the space has no such launch.
Result<LaunchSpace> required(const KernelCode& kernel, LaunchSpace space) {
    const auto size = kernel.attributes().required_work_group_size;
    if (!size) return space;
    for (std::size_t d = 0; d < 3; ++d) {
        const auto wanted = static_cast<std::int64_t>((*size)[d]);
        const bool fits = d < space.local.size() ? space.local[d].contains(wanted) : wanted == 1;
        if (!fits)
            return problem<LaunchSpace>(
                "the kernel requires work-groups of " + std::to_string((*size)[0]) + "," +
                    std::to_string((*size)[1]) + "," + std::to_string((*size)[2]) + " work-items",
                "--local has to allow them, in as many dimensions");
        if (d < space.local.size()) space.local[d] = {.least = wanted, .most = wanted};
    }
    return space;
}

const Parameter* find(const KernelCode& kernel, const std::string& name) {
    const auto found = std::ranges::find(kernel.parameters(), name, &Parameter::name);
    return found == kernel.parameters().end() ? nullptr : &*found;
}

std::optional<Diagnostic> check_names(const KernelCode& kernel, const LaunchSpace& space) {
    const auto wrong = [&](const std::string& name, const std::string& what) {
        return Diagnostic{Severity::error,
                          "E-NAME",
                          "the kernel '" + kernel.name() + "' has no " + what + " '" + name + "'",
                          "",
                          nullptr,
                          {}};
    };
    for (const auto& [name, range] : space.scalars) {
        const Parameter* parameter = find(kernel, name);
        if (parameter == nullptr || parameter->kind != ParameterKind::value)
            return wrong(name, "scalar parameter");
    }
    for (const auto& [name, text] : space.sizes) {
        const Parameter* parameter = find(kernel, name);
        if (parameter == nullptr || parameter->kind != ParameterKind::pointer)
            return wrong(name, "parameter with memory");
    }
    return std::nullopt;
}

/// The ranges of scalar parameters, and the sizes of buffers.
Result<BufferSizes> bind(const CompiledKernel& kernel, const LaunchSpace& space, Walk& walk,
                         Formulas& formulas, LaunchTerms& launch) {
    BufferSizes sizes;
    std::map<std::string, TermId> scalars;
    for (std::uint32_t p = 0; p < kernel.parameters().size(); ++p) {
        const Parameter& parameter = kernel.parameters()[p];
        if (parameter.kind != ParameterKind::value || walk.parameters()[p].size() != 1) continue;
        const Scalar scalar = kernel.code().parameters[p].scalars.front();
        const auto range = space.scalars.find(parameter.name);
        if (is_floating(scalar)) continue;
        if (range != space.scalars.end()) {
            const TermId value = walk.parameters()[p].front();
            if (const auto exact = range->second.exact())
                walk.set_parameter(
                    p, formulas.number(static_cast<std::uint64_t>(*exact), formulas.width(value)));
            else
                know_range(formulas, value, range->second, is_signed(scalar));
        }
        scalars[parameter.name] =
            formulas.terms().extend(walk.parameters()[p].front(), 64, is_signed(scalar));
    }
    for (std::uint32_t p = 0; p < kernel.parameters().size(); ++p) {
        const Parameter& parameter = kernel.parameters()[p];
        const auto text = space.sizes.find(parameter.name);
        if (text == space.sizes.end()) continue;
        const auto elements = buffer_size(text->second, formulas, launch, scalars);
        if (!elements) return Result<BufferSizes>::failure(elements.diagnostics());
        const std::uint64_t most = std::uint64_t{1} << 40U;
        formulas.know(formulas.less_equal(formulas.number(1, 64), *elements, true));
        formulas.know(formulas.less_equal(*elements, formulas.number(most, 64), true));
        sizes[p] = formulas.product(*elements, formulas.number(parameter.size, 64));
    }
    return sizes;
}

}  // namespace

SourcePtr source_of(const KernelCode& kernel) {
    const auto* compiled = dynamic_cast<const CompiledKernel*>(&kernel);
    return compiled == nullptr ? nullptr : compiled->code().source;
}

Result<LaunchReport> verify_every_launch(const KernelCode& kernel, const LaunchSpace& space,
                                         const TermSolverMaker& solver, const Budget& budget) {
    using Made = Result<LaunchReport>;
    const auto* compiled = dynamic_cast<const CompiledKernel*>(&kernel);
    if (compiled == nullptr || !compiled->code().watched)
        return problem<LaunchReport>("the kernel has no bytecode to be verified", "");
    if (auto wrong = check_names(kernel, space)) return Made::failure(std::move(*wrong));
    const auto own = required(kernel, space);
    if (!own) return Made::failure(own.diagnostics());

    Symbols symbols;
    Knowledge knowledge;
    Formulas formulas(symbols, knowledge);
    auto decides = solver(symbols.terms());
    if (!decides) return Made::failure(decides.diagnostics());
    LaunchTerms launch(formulas, *own);
    MemoryMap memory(formulas, kernel.parameters(), compiled->code());
    Questions questions(symbols, knowledge, **decides, budget);
    BufferSizes sizes;
    Walk walk(*compiled, formulas, launch, memory, questions, sizes);
    const auto bound = bind(*compiled, *own, walk, formulas, launch);
    if (!bound) return Made::failure(bound.diagnostics());
    sizes = *bound;
    const Deeds deeds = walk();
    LaunchReport out;
    out.answers = Verifier(*compiled, formulas, launch, memory, questions, sizes, walk)(deeds);
    for (std::uint32_t p = 0; p < kernel.parameters().size(); ++p)
        if (kernel.parameters()[p].kind == ParameterKind::pointer && !sizes.contains(p))
            out.unsized.push_back(kernel.parameters()[p].name);
    out.questions = questions.asked();
    return out;
}

}  // namespace clmm::runtime
