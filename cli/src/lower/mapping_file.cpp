#include "lower/mapping_file.h"

#include <ostream>

#include "clmm/lowering/lines.h"
#include "inputs.h"
#include "output/problems.h"

namespace clmm::cli {
namespace {

bool is_shipped(const std::string& word) {
    return word.find('/') == std::string::npos && !word.ends_with(".map");
}

/// The first line of a file that names a model which is not there is the place of that.
Diagnostics placed(Diagnostics problems, const lowering::Mapping& mapping,
                   const std::optional<Span>& at) {
    for (Diagnostic& each : problems)
        if (at && !each.source) {
            each.source = mapping.file;
            each.span = *at;
        }
    return problems;
}

}  // namespace

Result<lowering::Mapping> read_mapping_named(const std::string& word) {
    if (is_shipped(word)) return lowering::shipped_mapping(word);
    auto source = read_source(word);
    if (!source) return Result<lowering::Mapping>::failure(source.diagnostics());
    return lowering::read_mapping(source.value());
}

bool is_usable(const LowerArguments& arguments, const lowering::Mapping& mapping,
               std::ostream& err) {
    if (is_shipped(arguments.mapping)) return true;
    ModelStore sources({mapping.source_variants.begin(), mapping.source_variants.end()});
    ModelStore targets({mapping.target_variants.begin(), mapping.target_variants.end()});
    const std::string fallback = mapping.source_dialect == "C" ? "rc11" : "opencl-3.0";
    const auto source = sources.get(mapping.source_model.empty() ? fallback : mapping.source_model);
    const auto target = targets.get(mapping.target_model);
    Diagnostics problems;
    if (!*source) problems = placed(source->diagnostics(), mapping, mapping.source_model_at);
    if (!*target) problems = placed(target->diagnostics(), mapping, mapping.target_model_at);
    if (problems.empty())
        problems = lowering::problems_of_lines(mapping, source->value(), target->value(),
                                               arguments.check.check);
    show_problems(problems, err);
    return !has_errors(problems);
}

std::vector<std::string> source_variants(const LowerArguments& arguments,
                                         const lowering::Mapping& mapping) {
    const bool is_default = arguments.check.models.empty() && arguments.check.variants.empty();
    if (!is_default) return arguments.check.variants;
    return {mapping.source_variants.begin(), mapping.source_variants.end()};
}

std::vector<std::string> target_variants(const LowerArguments& arguments,
                                         const lowering::Mapping& mapping) {
    const bool is_default = arguments.target_model.empty() && arguments.target_variants.empty();
    if (!is_default) return arguments.target_variants;
    return {mapping.target_variants.begin(), mapping.target_variants.end()};
}

}  // namespace clmm::cli
