#include "clmm/runtime/every_launch.h"

#include <algorithm>
#include <limits>

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

/// What of a range a type holds. Errors: where that is nothing.
Result<NumberRange> held(const std::string& name, NumberRange range, unsigned bits,
                         bool is_signed) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    const std::int64_t most = bits == 64  ? kMost
                              : is_signed ? (std::int64_t{1} << (bits - 1)) - 1
                                          : (std::int64_t{1} << bits) - 1;
    const std::int64_t least = is_signed ? -most - 1 : 0;
    if ((range.most && *range.most < least) || (range.least && *range.least > most))
        return problem<NumberRange>(
            "no number of the type of '" + name + "' is " + to_string(range),
            "it has " + std::to_string(bits) + " bits and is " +
                (is_signed ? "signed" : "unsigned"));
    // What every number fulfils says nothing, and would wrap around.
    if (range.least && *range.least <= least) range.least.reset();
    if (range.most && *range.most >= most) range.most.reset();
    return range;
}

/// The ranges of scalar parameters, and the sizes of buffers.
Result<BufferSizes> bind(const CompiledKernel& kernel, const LaunchSpace& space, Walk& walk,
                         Formulas& formulas, LaunchTerms& launch) {
    BufferSizes sizes;
    std::map<std::string, TermId> scalars;
    for (std::uint32_t p = 0; p < kernel.parameters().size(); ++p) {
        const Parameter& parameter = kernel.parameters()[p];
        const auto value = walk.scalar_parameter(p);
        if (!value) continue;
        const Scalar scalar = kernel.code().parameters[p].scalars.front();
        if (is_floating(scalar)) continue;
        if (const auto given = space.scalars.find(parameter.name); given != space.scalars.end()) {
            const unsigned bits = formulas.width(*value);
            const auto range = held(parameter.name, given->second, bits, is_signed(scalar));
            if (!range) return Result<BufferSizes>::failure(range.diagnostics());
            if (const auto exact = given->second.exact())
                walk.set_parameter(p, formulas.number(static_cast<std::uint64_t>(*exact), bits));
            else
                know_range(formulas, *value, *range, is_signed(scalar));
        }
        scalars[parameter.name] =
            formulas.terms().extend(*walk.scalar_parameter(p), 64, is_signed(scalar));
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

/// Whether the ranges contradict one another: then everything would be true of their launches.
bool has_no_launch(const std::vector<Knowledge::Fact>& ranges, Formulas& formulas,
                   Questions& questions) {
    constexpr std::uint32_t kEffort = 4'000'000;
    TermId all = formulas.terms().boolean(true);
    for (const Knowledge::Fact& fact : ranges) all = formulas.terms().land(all, fact.term);
    return questions.possible(all, kEffort) == Questions::Answer::unsatisfiable;
}

/// What the walk finds in most of the time: the rest may refute what has been found until then.
Deeds found_by(Walk& walk, Questions& questions, const Budget& budget) {
    Budget walking = budget;
    if (const auto left = budget.time_left()) walking.set_timeout(*left / 4 * 3);
    questions.have(walking);
    Deeds out = walk();
    if (questions.late()) out.obstacles.push_back({Span{}, "the time is over"});
    questions.have(budget);
    return out;
}

}  // namespace

SourcePtr source_of(const KernelCode& kernel) {
    const auto* compiled = dynamic_cast<const CompiledKernel*>(&kernel);
    return compiled == nullptr ? nullptr : compiled->code().source;
}

unsigned dimensions_of(const KernelCode& kernel) {
    using handlers::ItemQuery;
    constexpr unsigned kMost = 3;
    unsigned out = 1;
    if (const auto size = kernel.attributes().required_work_group_size)
        for (unsigned d = 1; d < kMost; ++d)
            if ((*size)[d] > 1) out = d + 1;
    const auto* compiled = dynamic_cast<const CompiledKernel*>(&kernel);
    if (compiled == nullptr) return out;
    for (const Instruction& i : compiled->code().instructions)
        for (unsigned q = 0; q <= static_cast<unsigned>(ItemQuery::global_offset); ++q) {
            const auto what = static_cast<ItemQuery>(q);
            if (i.run == handlers::query_dimension(what)) return kMost;
            const bool is_one = i.run == handlers::query(what) && i.immediate < kMost;
            if (is_one) out = std::max(out, static_cast<unsigned>(i.immediate) + 1);
        }
    return out;
}

Result<LaunchReport> verify_every_launch(const ProgramCode& program, const KernelCode& kernel,
                                         const LaunchSpace& space, const Rules& rules,
                                         const TermSolverMaker& solver, const Budget& budget,
                                         const Rehearsal& rehearse, const AnswerHeard& told) {
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
    std::vector<std::byte> values(program.program_scope_size());
    program.initialize(values.data());
    walk.set_program(std::move(values));
    const auto bound = bind(*compiled, *own, walk, formulas, launch);
    if (!bound) return Made::failure(bound.diagnostics());
    sizes = *bound;
    if (has_no_launch(knowledge.facts, formulas, questions))
        return problem<LaunchReport>("no launch is in these ranges",
                                     "the global size is a multiple of the local size, and memory "
                                     "has an element at least");
    const Deeds deeds = found_by(walk, questions, budget);
    memory.know_bases();
    LaunchReport out;
    out.answers = Verifier(*compiled, formulas, launch, memory, questions, sizes, walk, rules,
                           rehearse)(deeds, told);
    out.questions = questions.asked();
    return out;
}

}  // namespace clmm::runtime
