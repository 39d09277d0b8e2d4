// Blocks: what they take with them, and the variables that are blocks. "Block variable declarations
// are implicitly qualified with const", so which block one is, is known. [OpenCL C 3.0, 6.12]
#include <algorithm>

#include "unfold/interpreter.h"

namespace clmm::litmus {

void Interpreter::reject_block(Span span) {
    reject("E-TYPE", "a block is called, or given to enqueue_kernel, and is nothing else", span,
           "write 'b(…)' or 'enqueue_kernel(q, flags, range, b)'");
}

Value Interpreter::evaluate(const syntax::BlockLiteral&, Span span) { reject_block(span); }

/// The private variables and the blocks that the literal can see, with the values that they have
/// now. Arrays stay behind; a pointer to what is private is of use to those only who call the
/// block.
BlockCode Interpreter::capture(const syntax::BlockLiteral& literal, Span span) {
    BlockCode block{.body = &std::get<syntax::Block>(literal.body->node),
                    .parameters = &literal.parameters};
    for (const ScopeNames& scope : frames_.back().scopes) {
        for (const auto& [name, binding] : scope) {
            std::erase_if(block.captured, [&](const auto& outer) { return outer.first == name; });
            block.objects.erase(name);
            block.blocks.erase(name);
            if (binding.object) block.objects[name] = *binding.object;
            if (binding.block) block.blocks[name] = binding.block;
            if (!binding.variable.valid() || is_array(variables_[binding.variable.index()].type))
                continue;
            block.captured.emplace_back(name, load(variable_place(binding.variable, span), {}));
        }
    }
    return block;
}

std::shared_ptr<const BlockCode> Interpreter::block_of(const syntax::Expression& expression) {
    if (const auto* literal = std::get_if<syntax::BlockLiteral>(&expression.node))
        return std::make_shared<const BlockCode>(capture(*literal, expression.span));
    const auto* name = std::get_if<syntax::Name>(&expression.node);
    const Binding* binding = name == nullptr ? nullptr : find(name->text);
    return binding == nullptr ? nullptr : binding->block;
}

void Interpreter::declare_block(const syntax::Declarator& declarator) {
    if (is_host())
        reject("E-UNSUPPORTED", "a block of a host thread", declarator.span,
               "kernels have blocks; a callback is a function");
    const auto given = declarator.initializer ? block_of(*declarator.initializer) : nullptr;
    if (!given)
        reject("E-TYPE", "a block variable is given its block where it is declared",
               declarator.span, "write 'void (^b)(void) = ^{ … };', or another block variable");
    BlockCode block = *given;
    block.returned = value_type(unfolding_.code.types.resolve(declarator.type));
    frames_.back().scopes.back()[declarator.name] = {
        .block = std::make_shared<const BlockCode>(std::move(block))};
}

/// They are copies, which the block cannot assign to. Parameters hide them.
void Interpreter::bind_captured(const BlockCode& block) {
    ScopeNames& names = frames_.back().scopes.back();
    for (const auto& [name, value] : block.captured) {
        if (names.contains(name)) continue;
        const VariableId variable = new_variable(name, constant_type(value.type));
        start_with(variables_[variable.index()], value);
        names[name] = {.variable = variable};
    }
    for (const auto& [name, object] : block.objects) names.try_emplace(name, Binding{{}, object});
    for (const auto& [name, inner] : block.blocks) names.try_emplace(name, Binding{{}, {}, inner});
}

}  // namespace clmm::litmus
