#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "clmm/lowering/lower.h"
#include "clmm/lowering/mapping.h"
#include "lower/command.h"

namespace clmm::cli {

/// Where the target's test comes from.
struct LoweringBy {
    const lowering::Mapping& mapping;  ///< of none: one that names the models
    std::function<Result<lowering::Lowered>(const generator::Program&, const SourcePtr&)> lower;
    std::string made_by = {};  ///< empty: the mapping
};
ExitCode lower_one_test(const LowerArguments& arguments, const LoweringBy& by, std::ostream& out,
                        std::ostream& err);

/// `clmm lower TEST --mapping M`.
ExitCode lower_one_test(const LowerArguments& arguments, const lowering::Mapping& mapping,
                        std::ostream& out, std::ostream& err);

}  // namespace clmm::cli
