#include "lower/command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>

#include "clmm/lowering/mapping.h"
#include "explain/picture_format.h"
#include "explain/single_test.h"
#include "lower/compiled.h"
#include "lower/mapping_file.h"
#include "lower/mutants.h"
#include "lower/one_test.h"
#include "lower/whole_space.h"
#include "output/problems.h"
#include "search/space_options.h"
#include "selection.h"

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

void declare_space(CLI::App& command, LowerArguments& arguments) {
    const std::string group = "All tests of a size";
    command
        .add_option("--size", arguments.size,
                    "decide every test with up to N accesses, in place of one test")
        ->type_name("N")
        ->check(CLI::Range(2, 7))
        ->group(group);
    declare_space_options(command, arguments.space, group);
    command
        .add_flag("--addresses", arguments.space.addresses,
                  "also accesses whose address depends on what was read")
        ->group(group);
    command
        .add_flag(
            "--minimal", arguments.minimal,
            "for each instruction of the mapping, whether a weaker one would do up to this size; "
            "then the weakest mapping that is found so")
        ->group(group);
    command
        .add_flag("--mutants", arguments.mutants,
                  "for each weaker form, each fence left out, each weaker order and narrower scope "
                  "of a table, the first test that it breaks; with --show, list them")
        ->group(group);
    command
        .add_option("--mutant", arguments.mutant,
                    "--mutants, of these alone, by their numbers, with the tests")
        ->delimiter(',')
        ->type_name("N[,N…]")
        ->group(group);
    command
        .add_option("--state", arguments.state,
                    "keep in a file how far the tests were decided, and go on from there")
        ->type_name("FILE.json")
        ->group(group);
}

}  // namespace

void declare_lower_options(CLI::App& command, LowerArguments& arguments) {
    command
        .add_option(
            "input", arguments.check.inputs,
            "a litmus test in OpenCL C or C, or -; with --compiler several, folders, @lists")
        ->type_name("FILE")
        ->expected(0, -1);
    const std::string group = "Lowering";
    command.add_option("--mapping", arguments.mapping, "a shipped mapping, or a file of one's own")
        ->type_name("NAME|FILE.map")
        ->group(group);
    command
        .add_option(
            "--with", arguments.linked,
            "a second mapping, whose code is linked with the first one's: each operation is "
            "by either")
        ->type_name("NAME|FILE.map")
        ->group(group);
    command
        .add_option("--target-model", arguments.target_model,
                    "memory model of the target (default: the mapping's)")
        ->type_name("NAME|FILE.cat")
        ->group(group);
    command
        .add_option("--target-variant", arguments.target_variants,
                    "a reading of the target's model (may be repeated)")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false)
        ->group(group);
    command.add_flag("--mappings", arguments.list, "list the shipped mappings")->group(group);
    command.add_flag("--show", arguments.show, "print the mapping")->group(group);
    command
        .add_flag("--only-lowered", arguments.lowered_only,
                  "print the lowered test and decide nothing")
        ->group(group);
    declare_compiled_options(command, arguments.compiled);
    declare_space(command, arguments);
    declare_litmus_options(command, arguments.check);
    declare_common_limits(command, arguments.check);
    const std::string output = "Output";
    command
        .add_option("-o,--output", arguments.output,
                    "also draw both executions: a file (.dot, .svg, .png, .pdf), or a folder")
        ->type_name("FILE|DIR")
        ->group(output);
    declare_picture_style(command, arguments.style, output);
    command.add_flag("--json", arguments.check.json, "JSON in place of text")->group(output);
    command
        .add_option("--html", arguments.page,
                    "also write a page: of one test both executions side by side, of several tests "
                    "or compilers a table")
        ->type_name("FILE.html")
        ->group(output);
    command
        .add_option("--sarif", arguments.check.sarif_file,
                    "also write what is broken or unknown as SARIF")
        ->type_name("FILE.sarif")
        ->group(output);
}

namespace {

Result<lowering::Mapping> chosen_mapping(const LowerArguments& arguments) {
    auto mapping = read_mapping_named(arguments.mapping);
    if (!mapping || arguments.linked.empty()) return mapping;
    const auto other = read_mapping_named(arguments.linked);
    return other ? lowering::linked(*mapping, *other) : other;
}

}  // namespace

ExitCode run_lower(const LowerArguments& arguments, std::ostream& out, std::ostream& err) {
    if (arguments.list) return list_mappings(out);
    if (arguments.check.inputs.size() > 1 && arguments.compiled.compilers.empty())
        return rejected(
            {selection("several tests are about compilers", "--compiler CMD, or one test")}, err);
    if (arguments.size != 0 && !(arguments.page + arguments.check.sarif_file).empty())
        return rejected({selection("--html and --sarif are about tests that are named",
                                   "name them, without --size")},
                        err);
    if (arguments.compiled.is_asked()) return lower_compiled(arguments, out, err);
    if (arguments.mapping.empty())
        return rejected({selection("no mapping is named",
                                   "--mapping NAME; --mappings lists those that are shipped")},
                        err);
    const bool weakens = arguments.minimal || arguments.mutants || !arguments.mutant.empty();
    if (!arguments.linked.empty() && (weakens || arguments.show))
        return rejected(
            {selection("--show, --minimal, --mutants and --mutant are about one mapping",
                       "leave out --with")},
            err);
    const auto mapping = chosen_mapping(arguments);
    if (!mapping) return rejected(mapping.diagnostics(), err);
    if (arguments.show && arguments.mutants) return list_mutants(*mapping, out);
    if (arguments.show) {
        out << mapping->file->text();
        return ExitCode::as_expected;
    }
    if (!is_usable(arguments, *mapping, err)) return ExitCode::bad_input;
    if (arguments.size != 0) return lower_whole_space(arguments, *mapping, nullptr, out, err);
    if (arguments.check.inputs.empty())
        return rejected(
            {selection(
                "no test is named",
                "clmm lower TEST --mapping NAME; --size N is about all tests up to N accesses")},
            err);
    return lower_one_test(arguments, *mapping, out, err);
}

}  // namespace clmm::cli
