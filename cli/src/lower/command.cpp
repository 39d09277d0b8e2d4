#include "lower/command.h"

#include <CLI/CLI.hpp>
#include <ostream>

#include "clmm/lowering/mapping.h"
#include "explain/single_test.h"
#include "lower/mapping_file.h"
#include "lower/one_test.h"

namespace clmm::cli {
namespace {

ExitCode list_mappings(std::ostream& out) {
    const auto all = lowering::shipped_mappings();
    std::size_t width = 0;
    for (const lowering::ShippedMapping& each : all) width = std::max(width, each.name.size());
    for (const lowering::ShippedMapping& each : all)
        out << each.name << std::string(width + 2 - each.name.size(), ' ') << each.title << " ("
            << each.status << ")\n";
    return ExitCode::as_expected;
}

ExitCode reject(std::string message, std::string hint, std::ostream& err) {
    err << clmm::render(Diagnostic{Severity::error, "E-SELECT", std::move(message), std::move(hint),
                                   nullptr, Span{}});
    return ExitCode::bad_input;
}

}  // namespace

void declare_lower_options(CLI::App& command, LowerArguments& arguments) {
    command.add_option("input", arguments.check.inputs, "a litmus test in OpenCL C or C, or -")
        ->type_name("FILE")
        ->expected(0, 1);
    const std::string group = "Lowering";
    command.add_option("--mapping", arguments.mapping, "a shipped mapping, or a file of one's own")
        ->type_name("NAME|FILE.map")
        ->group(group);
    command
        .add_option("--target-model", arguments.target_model,
                    "memory model of the target (default: the mapping's)")
        ->type_name("NAME|FILE.cat")
        ->group(group);
    command.add_flag("--mappings", arguments.list, "list the shipped mappings")->group(group);
    command.add_flag("--show", arguments.show, "print the mapping")->group(group);
    command
        .add_flag("--only-lowered", arguments.lowered_only,
                  "print the lowered test and decide nothing")
        ->group(group);
    declare_litmus_options(command, arguments.check);
    const std::string output = "Output";
    command
        .add_option("-o,--output", arguments.output,
                    "also draw both executions: a file (.dot, .svg, .png, .pdf), or a folder")
        ->type_name("FILE|DIR")
        ->group(output);
    command.add_flag("--json", arguments.check.json, "JSON in place of text")->group(output);
}

ExitCode run_lower(const LowerArguments& arguments, std::ostream& out, std::ostream& err) {
    if (arguments.list) return list_mappings(out);
    if (arguments.mapping.empty())
        return reject("no mapping is named",
                      "--mapping NAME; --mappings lists those that are shipped", err);
    const auto mapping = read_mapping_named(arguments.mapping);
    if (!mapping) {
        err << clmm::render(mapping.diagnostics());
        return ExitCode::bad_input;
    }
    if (arguments.show) {
        out << mapping->file->text();
        return ExitCode::as_expected;
    }
    if (arguments.check.inputs.empty())
        return reject("no test is named", "clmm lower TEST --mapping NAME", err);
    return lower_one_test(arguments, *mapping, out, err);
}

}  // namespace clmm::cli
