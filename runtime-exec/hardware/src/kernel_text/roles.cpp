// The code of units.

#include <algorithm>

#include "harness/refuse.h"
#include "kernel_text/barriers.h"
#include "kernel_text/kernel_text.h"
#include "kernel_text/walk.h"

namespace clmm::hardware {
namespace {

std::string parameters_of(const TextInput& input) {
    return std::string("global uint* clmm_memory, global clmm_value* clmm_results, ") +
           (input.layout.local_bytes != 0 ? "local uchar* clmm_local, uint clmm_lane, " : "") +
           "uint clmm_instance";
}

std::string arguments_of(const TextInput& input) {
    return std::string("clmm_memory, clmm_results, ") +
           (input.layout.local_bytes != 0 ? "clmm_local, clmm_lane, " : "") + "clmm_instance";
}

std::string joined(const std::vector<std::string>& lines, unsigned depth) {
    std::string out;
    for (const std::string& line : lines) out += indent(depth) + line + "\n";
    return out;
}

/// Pointers to the variables of file scope.
std::vector<std::string> file_variables(const TextInput& input, const CodeNames& names) {
    std::vector<std::string> out;
    for (const PlacedObject& object : input.layout.objects) {
        if (!names.objects.contains(object.name)) continue;
        const std::string index = std::to_string(&object - input.layout.objects.data());
        const std::string type = "global struct clmm_s" + index + "*";
        out.push_back(type + " clmm_v" + index + " = (" + type + ")" + place_of(input, object) +
                      ";");
    }
    return out;
}

std::string preloads(const TextInput& input, unsigned depth) {
    if (!input.tuning.preload) return {};
    std::string out;
    for (const PlacedObject& object : input.layout.objects)
        if (object.space == litmus::AddressSpace::global)
            out +=
                indent(depth) + "(void)*(volatile global uint*)" + place_of(input, object) + ";\n";
    return out;
}

std::string branch(const TextInput& input, std::size_t role, bool alone) {
    return alone ? ""
                 : "if (clmm_role == " + std::to_string(input.layout.roles[role].number) + "u) ";
}

std::string calls(const TextInput& input, const TestGroup& group, unsigned depth) {
    std::string out = preloads(input, depth);
    for (std::size_t i = 0; i < group.roles.size(); ++i)
        out += indent(depth) + (i == 0 ? "" : "else ") +
               branch(input, group.roles[i], group.roles.size() == 1) + "clmm_P" +
               std::to_string(input.layout.roles[group.roles[i]].number) + "(" +
               arguments_of(input) + ");\n";
    return out;
}

/// All roles in one piece, so that work-items of different roles come to the same barriers.
std::string rows_with_barriers(const TextInput& input, const CodeNames& names,
                               const TestGroup& group, unsigned depth) {
    std::vector<std::unique_ptr<CodePrinter>> printers;
    std::vector<std::unique_ptr<RoleVariables>> variables;
    std::vector<Row> rows;
    for (const std::size_t index : group.roles) {
        const Role& role = input.layout.roles[index];
        printers.push_back(std::make_unique<CodePrinter>(names));
        variables.push_back(std::make_unique<RoleVariables>(
            input, names, role, "P" + std::to_string(role.number) + "_", *printers.back()));
        rows.push_back({.role = &role,
                        .printer = printers.back().get(),
                        .variables = variables.back().get(),
                        .statements = statements_of(role.thread->body)});
    }
    const std::string body = BarrierRows(input.device).text(rows, depth);
    std::string out = joined(file_variables(input, names), depth);
    for (const auto& each : variables) out += joined(each->lines(), depth);
    out += preloads(input, depth) + body;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto stores = variables[i]->stores();
        if (stores.empty()) continue;
        out += indent(depth) + branch(input, group.roles[i], false) + "{\n" +
               joined(stores, depth + 1) + indent(depth) + "}\n";
    }
    return out;
}

}  // namespace

std::string role_function(const TextInput& input, const CodeNames& names, const Role& role) {
    CodePrinter printer(names);
    RoleVariables variables(input, names, role, "", printer);
    const std::vector<std::string> stores = variables.stores();
    std::string leave = "{";
    for (const std::string& store : stores) leave += " " + store;
    printer.on_return(leave + " return; }");
    printer.open_scope();
    std::string body;
    for (const auto& each : role.thread->body.statements) body += printer.statement(*each, 1);
    return "void clmm_P" + std::to_string(role.number) + "(" + parameters_of(input) + ") {\n" +
           joined(file_variables(input, names), 1) + joined(variables.lines(), 1) + body +
           joined(stores, 1) + "}\n";
}

std::string group_code(const TextInput& input, const CodeNames& names, const TestGroup& group,
                       unsigned depth) {
    return group.has_barrier ? rows_with_barriers(input, names, group, depth)
                             : calls(input, group, depth);
}

}  // namespace clmm::hardware
