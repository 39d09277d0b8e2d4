#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/generator/program.h"
#include "clmm/lowering/mapping.h"

namespace clmm::lowering {

/// A value of the source that is computed of several final values of the target, 32 bits each.
struct Computation {
    std::vector<std::string> names;
    std::function<std::uint32_t(const std::vector<std::uint32_t>& values)> value;
};

/// What of a target's final state an observed register or location of the source is.
///
/// Shape    `name` is the target's (`0:EBX`, `x`). A register that is only computed from others at
///          the end has no name of its own: `computed`, over source registers of `thread`, or
///          `of_target`, over names of the target's.
struct Counterpart {
    generator::Observed source;
    std::string name;
    std::optional<generator::Value> computed;
    std::optional<Computation> of_target = {};
};

/// One test of the target: the program on one of its ways through branches.
struct Variant {
    std::string text;
    std::vector<Counterpart> states;  ///< as generator::observed(program) has them
};

/// A program in a target's language.
///
/// Shape    one variant where the mapping has code for branches. Otherwise one for each way
///          through them, whose filter says that this way is taken: a branch then orders nothing.
struct Lowered {
    std::vector<Variant> variants;
    std::set<const Rule*> used;   ///< rules of the mapping, for operations of the source
    std::string incomplete = {};  ///< why the target may have more; empty: it has not
    /// What threads keep until their ends, all together, and the most that one operation takes
    /// beside that; of all variants.
    std::size_t kept_registers = 0, passing_registers = 0;
};

/// Errors   E-LOWER, with its place in `source` (may be null): an operation that the mapping has no
///          rule for, or says to be unsupported; too few registers.
[[nodiscard]] Result<Lowered> lower(const generator::Program& program, const Mapping& mapping,
                                    const SourcePtr& source);

/// The rules of the mapping for the operations of a program.
[[nodiscard]] std::set<const Rule*> rules_about(const generator::Program& program,
                                                const Mapping& mapping);

}  // namespace clmm::lowering
