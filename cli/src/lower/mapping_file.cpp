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

}  // namespace clmm::cli
