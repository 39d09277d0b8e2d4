#include "lower/compiled_space.h"

#include <optional>
#include <ostream>

#include "clmm/compilers/command.h"
#include "lower/run_compiler.h"
#include "lower/whole_space.h"
#include "output/problems.h"
#include "search/space_options.h"
#include "selection.h"

namespace clmm::cli {
namespace {

using compilers::Architecture;
using lowering::Mapping;
using lowering::Rule;

/// The operations by which tests are counted, as lines of a mapping that has no code.
class Operations {
public:
    explicit Operations(const std::string& compiler) : text_("compiler \"" + compiler + "\"\n") {
        const std::vector<std::string> orders{"relaxed", "acquire", "release", "acq_rel",
                                              "seq_cst"};
        for (const char* operation : {"load", "store"})
            for (const char* order : {"na", "relaxed", "acquire", "release", "seq_cst"})
                add(operation, {}, order);
        for (const char* kind : {"exchange", "add", "sub", "and", "or", "xor", "min", "max"})
            for (const std::string& order : orders)
                for (const bool is_used : {true, false}) add("rmw", kind, order, is_used);
        for (const char* operation : {"cas", "fence", "barrier"})
            for (const std::string& order : orders) add(operation, {}, order);
    }

    /// With these rules, and the file in which they are lines.
    void put_into(Mapping& mapping) && {
        mapping.file = std::make_shared<Source>(mapping.name, std::move(text_));
        mapping.rules = std::move(rules_);
        for (Rule& each : mapping.rules) each.file = mapping.file;
    }

private:
    void add(const char* operation, const std::string& kind, const std::string& order,
             std::optional<bool> is_used = std::nullopt) {
        Rule rule;
        rule.operation = operation;
        rule.kind = kind;
        rule.orders = {order};
        rule.is_used = is_used;
        const auto begin = static_cast<std::uint32_t>(text_.size());
        text_ += rule.operation + (kind.empty() ? "" : "." + kind) + " " + order;
        if (is_used) text_ += *is_used ? " used" : " unused";
        rule.span = {begin, static_cast<std::uint32_t>(text_.size())};
        rule.is_inherited = true;  // shown where tests have it
        rules_.push_back(std::move(rule));
        text_ += "\n";
    }

    std::string text_;
    std::vector<Rule> rules_;
};

/// Processors are given C, if no model says otherwise; all else OpenCL C.
bool is_given_c(const LowerArguments& arguments, const Architecture& machine) {
    if (!arguments.check.models.empty()) return is_about_c(arguments.check.models.front());
    return machine.name == "x86_64" || machine.name == "aarch64" || machine.name == "riscv64" ||
           machine.name == "ppc64le";
}

Mapping mapping_of(const LowerArguments& arguments, const Architecture& machine) {
    const std::string& word = arguments.compiled.compilers.front();
    Mapping made;
    made.name = word;
    if (const std::string version = version_of(word); !version.empty()) made.name += ", " + version;
    const bool is_c = is_given_c(arguments, machine);
    made.source_dialect = is_c ? "C" : "OPENCL";
    made.source_model = is_c ? "rc11" : "opencl-3.0";
    if (is_c) made.source_variants = {"load-buffering=allowed"};
    made.target = machine.language;
    made.target_model = machine.model;
    if (made.target_model.empty()) {  // one language is decided by one model
        const auto& models = arguments.check.models;
        made.target_model = models.empty() ? made.source_model : models.front();
        made.target_variants = {arguments.check.variants.begin(), arguments.check.variants.end()};
    }
    Operations(made.name).put_into(made);
    return made;
}

}  // namespace

ExitCode lower_compiled_space(const LowerArguments& arguments, std::ostream& out,
                              std::ostream& err) {
    const CompiledArguments& compiled = arguments.compiled;
    if (compiled.bisect || compiled.write_source || !compiled.assembly.empty())
        return rejected({selection("--bisect, --write-source and --asm are about one test",
                                   "name it, without --size")},
                        err);
    if (compiled.compilers.size() > 1)
        return rejected({selection("all tests of a size are decided by one compiler",
                                   "name it with --compiler; each compiler is a command")},
                        err);
    if (arguments.minimal || arguments.mutants || !arguments.mutant.empty())
        return rejected(
            {selection("--minimal and --mutants are about mappings", "leave out --compiler")}, err);
    const std::string& word = compiled.compilers.front();
    const auto named = machine_named(word, compiled.architecture);
    if (!named) return rejected(named.diagnostics(), err);
    const Mapping operations = mapping_of(arguments, *named.value());
    const auto dialect =
        operations.source_dialect == "C" ? generator::Dialect::c : generator::Dialect::opencl;
    auto command = compilers::compiler_command(word, dialect).value();
    command.architecture = named.value();
    return lower_whole_space(arguments, operations, &command, out, err);
}

}  // namespace clmm::cli
