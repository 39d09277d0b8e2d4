#include "lower/compiled.h"

#include <filesystem>
#include <ostream>

#include "clmm/compilers/assembly.h"
#include "clmm/lowering/read_program.h"
#include "explain/single_test.h"
#include "inputs.h"
#include "lower/bisect.h"
#include "lower/compiled_space.h"
#include "lower/matrix.h"
#include "lower/one_test.h"
#include "lower/run_compiler.h"
#include "output/problems.h"
#include "selection.h"

namespace clmm::cli {
namespace {

ExitCode print_source(const LowerArguments& arguments, std::ostream& out, std::ostream& err) {
    ModelStore models(arguments.check.variants);
    const auto source = single_test(arguments.check, models, err);
    if (!source) return rejected(source.diagnostics(), err);
    const auto program = lowering::read_program(source->test);
    if (!program) return rejected(program.diagnostics(), err);
    const std::string& name = arguments.compiled.architecture;
    const compilers::Architecture* const machine = compilers::find_architecture(name);
    if (machine == nullptr && !name.empty())
        return rejected({selection("unknown machine '" + name + "'", known_architectures())}, err);
    const auto text = compilers::source_text(*program, machine);
    if (!text) return rejected(text.diagnostics(), err);
    out << *text;
    return ExitCode::as_expected;
}

ExitCode lower_assembly(const LowerArguments& arguments, std::ostream& out, std::ostream& err) {
    const CompiledArguments& compiled = arguments.compiled;
    const auto assembly = read_source(compiled.assembly);
    if (!assembly) return rejected(assembly.diagnostics(), err);
    const compilers::Architecture* const machine =
        compiled.architecture.empty() ? compilers::architecture_of(assembly.value()->text())
                                      : compilers::find_architecture(compiled.architecture);
    if (machine == nullptr)
        return rejected(
            {selection(compiled.architecture.empty()
                           ? "it is not clear for which machine " + compiled.assembly + " is"
                           : "unknown machine '" + compiled.architecture + "'",
                       "--arch NAME: " + known_architectures())},
            err);
    lowering::Mapping models;
    models.target_model = machine->model;
    const LoweringBy by{models,
                        [&](const generator::Program& program, const SourcePtr&) {
                            return compilers::read_assembly(program, assembly.value(), *machine);
                        },
                        "Assembly " + compiled.assembly + ", " + std::string(machine->name)};
    return lower_one_test(arguments, by, out, err);
}

/// One test by one compiler. Which options it has depends on the test's language.
ExitCode lower_by_compiler(const LowerArguments& arguments, std::ostream& out, std::ostream& err) {
    const std::string& word = arguments.compiled.compilers.front();
    const auto named = machine_named(word, arguments.compiled.architecture);
    if (!named) return rejected(named.diagnostics(), err);
    const compilers::Architecture* const machine = named.value();
    lowering::Mapping models;
    models.target_model = machine->model;
    const LoweringBy by{models,
                        [&](const generator::Program& program, const SourcePtr&) {
                            auto own = compilers::compiler_command(word, program.dialect).value();
                            own.architecture = machine;
                            return lower_by(own, program);
                        },
                        "Compiler " + word};
    return lower_one_test(arguments, by, out, err);
}

}  // namespace

void declare_compiled_options(CLI::App& command, CompiledArguments& arguments) {
    const std::string group = "What compilers emit";
    command
        .add_option("--asm", arguments.assembly,
                    "the test's assembly, made of what --write-source prints")
        ->type_name("FILE")
        ->group(group);
    command
        .add_option("--arch", arguments.architecture,
                    "the assembly's machine (" + known_architectures() +
                        "); default: what it looks like; with --write-source, whose compiler is to "
                        "be given the text")
        ->type_name("NAME")
        ->group(group);
    command
        .add_option(
            "--compiler", arguments.compilers,
            "compile the test: clang-19:aarch64 -O2, a command with {input} and {output}, or "
            "a device's driver, opencl:NVIDIA; several tests or compilers make a table")
        ->type_name("CMD")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->group(group);
    command
        .add_flag("--bisect", arguments.bisect,
                  "of a test that the compiler breaks, a smaller one, and the optimisation pass "
                  "since which it does (LLVM's -opt-bisect-limit)")
        ->group(group);
    command
        .add_flag("--write-source", arguments.write_source,
                  "print the C or OpenCL C that a compiler is to be given, and decide nothing")
        ->group(group);
}

ExitCode lower_compiled(const LowerArguments& arguments, std::ostream& out, std::ostream& err) {
    if (!arguments.mapping.empty() || !arguments.linked.empty())
        return rejected({selection("--mapping is about mappings, not about what compilers emit",
                                   "leave it out")},
                        err);
    if (arguments.size != 0) return lower_compiled_space(arguments, out, err);
    if (arguments.check.inputs.empty())
        return rejected({selection("no test is named", "clmm lower TEST --asm FILE")}, err);
    if (arguments.compiled.write_source) return print_source(arguments, out, err);
    if (arguments.compiled.compilers.empty() && !arguments.compiled.bisect)
        return lower_assembly(arguments, out, err);
    if (!arguments.compiled.assembly.empty())
        return rejected(
            {selection("--asm and --compiler are two ways to the same", "leave one out")}, err);
    const bool is_one = arguments.compiled.compilers.size() == 1 &&
                        arguments.check.inputs.size() == 1 &&
                        !std::filesystem::is_directory(arguments.check.inputs.front());
    if (arguments.compiled.bisect && !is_one)
        return rejected(
            {selection("--bisect is about one test and one compiler", "leave out the others")},
            err);
    if (!is_one && (arguments.lowered_only || !arguments.output.empty()))
        return rejected(
            {selection("--only-lowered and --output are about one test and one compiler",
                       "--html FILE.html makes a page of several")},
            err);
    if (arguments.compiled.bisect) return bisect_compiler(arguments, out, err);
    return is_one ? lower_by_compiler(arguments, out, err) : lower_matrix(arguments, out, err);
}

}  // namespace clmm::cli
