// Blocks: what they take with them, and their calls.
#include <algorithm>

#include "compile/code_walk.h"
#include "compile/translator.h"

namespace clmm::runtime::compiler {

namespace {

/// Variables that are no private ones are there as long as the block.
bool is_shared(const Variable& variable) {
    return variable.block ||
           (variable.place.in_memory && variable.place.space != AddressSpace::private_memory);
}

}  // namespace

/// The variables around it are copied now, so that the block sees them as they are here.
Value Translator::evaluate(const syntax::BlockLiteral& node) {
    Closure closure{&node, {}};
    const BlockNames names = block_names(node);
    for (const std::string& name : names.used) {
        const Variable* variable = find(name);
        if (!variable || variable->enumerator) continue;
        if (is_shared(*variable)) {
            closure.captured.emplace(name, *variable);
            continue;
        }
        const bool own = std::ranges::find(names.declared, name) != names.declared.end();
        if (variable->type->kind == TypeKind::array) {
            if (own) continue;
            reject("E-ADDRESS",
                   "a block cannot take " + quote(name) + " of type " +
                       quote(to_string(variable->type)) + " with it",
                   node.body->span, "arrays, local and private memory stay behind");
        }
        const std::vector<std::string> addressed =
            addressed_names(std::get<syntax::Block>(node.body->node));
        const bool in_memory = std::ranges::find(addressed, name) != addressed.end();
        Variable copy = make_variable(types_.unqualified(variable->type), in_memory);
        name_object(copy.place, name);
        begin_life(copy.place);
        write(copy.place, read(variable->place));
        copy.root = variable->root;
        copy.type = copy.place.type = types_.qualified(copy.type, true, false);
        closure.captured.emplace(name, std::move(copy));
    }
    Value out;
    out.type = types_.block(nullptr);
    out.block = &closures_.emplace_back(std::move(closure));
    return out;
}

/// What it returns says the declaration of its variable.
Value Translator::call_block(const Variable& variable, const syntax::Call& node) {
    const Closure& block = *variable.block;
    for (const Activation& call : calls_)
        require(call.block != &block, "E-UNSUPPORTED",
                quote(node.function) + " calls itself; OpenCL C has no recursion",
                node.function_span);
    return expand({.name = node.function,
                   .parameters = block.literal->parameters,
                   .body = std::get<syntax::Block>(block.literal->body->node),
                   .result = variable.type->element,
                   .block = &block},
                  node);
}

/// Of an enqueued block, whose captured variables arrive as parameters.
void Translator::bind_captured(const Captured& captured, Variable& variable,
                               std::vector<Parameter>& parameters) {
    if (captured.block) {
        Closure closure{captured.block, {}};
        for (const Captured& each : captured.inside)
            bind_captured(each, closure.captured[each.name], parameters);
        variable.type = captured.type;
        variable.block = &closures_.emplace_back(std::move(closure));
        return;
    }
    if (captured.shared) {
        variable = *captured.shared;
        return;
    }
    Parameter parameter;
    parameter.name = captured.name;
    parameter.type_name = to_string(captured.type);
    parameter.kind = kind_of(captured.type);
    parameter.size = size_of(*captured.type);
    parameters.push_back(parameter);
    const Value value = parameter_value(captured.type);
    variable = make_variable(captured.type, is_addressed(captured.name));
    name_object(variable.place, captured.name);
    write(variable.place, value);
    if (is_pointer(captured.type) && !is_reassigned(captured.name))
        variable.root = parameter_root(parameters.size() - 1, captured.name);
    variable.place.type = variable.type = types_.qualified(captured.type, true, false);
}

}  // namespace clmm::runtime::compiler
