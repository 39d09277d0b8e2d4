// What stands before the kernels: structs, constants and functions of the test.

#include <algorithm>

#include "harness/refuse.h"
#include "kernel_text/kernel_text.h"
#include "kernel_text/walk.h"

namespace clmm::hardware {
namespace {

bool is_constant(const syntax::Declarator& declarator) {
    const auto& words = declarator.type.qualifiers;
    return std::ranges::find(words, "constant") != words.end();
}

std::size_t index_of(const Layout& layout, const std::string& name) {
    const auto found = std::ranges::find(layout.objects, name, &PlacedObject::name);
    return static_cast<std::size_t>(found - layout.objects.begin());
}

std::string struct_text(const syntax::StructDefinition& definition, const CodePrinter& printer) {
    std::string out = "struct " + definition.name + " {\n";
    for (const syntax::Declarator& field : definition.fields)
        out += "    " + printer.declaration(field, field.name) + ";\n";
    return out + "};\n";
}

/// An object of a test as the member of a struct, so that a pointer to it has a type that every
/// compiler knows, and arrays decay where they are used.
std::string wrapper(std::size_t index, const syntax::Declarator& declarator,
                    const CodeNames& names) {
    const TypePtr member = language::in_space(names.types.named(declarator.type), std::nullopt);
    return "struct clmm_s" + std::to_string(index) + " {\n    " +
           CodePrinter(names).declaration(member, declarator, "v") + ";\n};\n";
}

std::string function_text(const syntax::Function& function, const CodeNames& names) {
    CodePrinter printer(names);
    std::string parameters;
    for (const std::string& hidden : names.hidden_parameters)
        parameters += (parameters.empty() ? "" : ", ") + hidden;
    for (const syntax::Declarator& parameter : function.parameters) {
        parameters +=
            (parameters.empty() ? "" : ", ") +
            (parameter.dimensions.empty() ? printer.variable(parameter, parameter.name)
                                          : printer.declaration(parameter, parameter.name));
    }
    return printer.type(function.return_type) + " " + function.name + "(" +
           (parameters.empty() ? "void" : parameters) + ")";
}

std::string function_definition(const syntax::Function& function, const CodeNames& names) {
    CodePrinter printer(names);
    for (const syntax::Declarator& parameter : function.parameters)
        printer.rename(parameter.name, parameter.name,
                       parameter.dimensions.empty() ? printer.variable_type(parameter)
                                                    : names.types.declared(parameter));
    return function_text(function, names) + "\n" + printer.block(function.body, 0);
}

}  // namespace

CodeNames code_names(const TextInput& input) {
    CodeNames names{.types = CodeTypes(input.test)};
    names.c11_atomics = input.device.c11_atomics;
    names.generic_address_space = input.device.generic_address_space;
    names.is_c = input.tree.dialect == syntax::Dialect::c;
    for (const syntax::Function& function : input.tree.functions)
        if (!function.is_kernel) names.functions.insert(function.name);
    for (const PlacedObject& object : input.layout.objects) names.undeclared.insert(object.name);
    for (const syntax::Declarator& variable : input.tree.variables) {
        names.undeclared.erase(variable.name);
        if (is_constant(variable)) continue;
        const std::string index = std::to_string(index_of(input.layout, variable.name));
        names.objects[variable.name] = "(clmm_v" + index + "->v)";
        names.hidden_parameters.push_back("global struct clmm_s" + index + "* clmm_v" + index);
        names.hidden_arguments.push_back("clmm_v" + index);
    }
    return names;
}

/// The struct of a local object; once, as the units that share it declare it alike.
std::string local_wrappers(const TextInput& input, const CodeNames& names) {
    std::string out;
    std::set<std::size_t> done;
    for (const Role& role : input.layout.roles)
        syntax::for_each_declarator(role.thread->body, [&](const syntax::Declarator& declarator) {
            const PlacedObject* object =
                is_local_object(declarator) ? object_of(input.layout, role, declarator) : nullptr;
            if (object == nullptr) return;
            const auto index = static_cast<std::size_t>(object - input.layout.objects.data());
            if (done.insert(index).second) out += wrapper(index, declarator, names);
        });
    return out;
}

std::string definitions(const TextInput& input, const CodeNames& names) {
    CodePrinter printer(names);
    std::string out;
    const auto& tree = input.tree;
    // In the order of the text: a struct is defined before it is used. Where the test has names of
    // its own for types, the text has what they stand for.
    std::map<std::uint32_t, std::string> parts;
    for (const auto& each : tree.structs) parts[each.span.begin] += struct_text(each, printer);
    for (const auto& each : tree.variables)
        parts[each.span.begin] +=
            is_constant(each)
                ? printer.declaration(each, each.name) + " = " +
                      (each.initializer ? printer.expression(*each.initializer) : "{0}") + ";\n"
                : wrapper(index_of(input.layout, each.name), each, names);
    for (const auto& [place, text] : parts) out += text;
    out += local_wrappers(input, names);
    for (const auto& each : tree.functions)
        if (!each.is_kernel) out += function_text(each, names) + ";\n";
    for (const auto& each : tree.functions)
        if (!each.is_kernel) out += function_definition(each, names);
    return out;
}

}  // namespace clmm::hardware
