#include "lower/mapping_file.h"

#include "inputs.h"

namespace clmm::cli {

Result<lowering::Mapping> read_mapping_named(const std::string& word) {
    if (word.find('/') == std::string::npos && !word.ends_with(".map"))
        return lowering::shipped_mapping(word);
    auto source = read_source(word);
    if (!source) return Result<lowering::Mapping>::failure(source.diagnostics());
    return lowering::read_mapping(source.value());
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
