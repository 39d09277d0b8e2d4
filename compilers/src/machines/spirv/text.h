#pragma once

#include <string>
#include <vector>

#include "assembly/listing.h"
#include "clmm/base/source.h"

namespace clmm::compilers::khronos {

/// An instruction as `spirv-dis` prints it: `%5 = OpLoad %uint %x Aligned 4`.
///
/// Shape    names of instructions and of enumerants are kept as written, strings without quotes.
struct Instruction {
    Piece result;  ///< `%5`; empty: it has none
    std::string name;
    std::vector<Piece> operands;
    Span span;

    /// Refuses one that is not there.
    [[nodiscard]] const Piece& operand(std::size_t at) const;
};

/// Errors   throws Rejected: a line that is no instruction.
[[nodiscard]] std::vector<Instruction> read_instructions(const Source& file);

[[noreturn]] void unknown_instruction(const Instruction& instruction);

}  // namespace clmm::compilers::khronos
