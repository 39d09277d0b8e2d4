#pragma once

#include <array>
#include <cstdint>

#include "clmm/base/source.h"

namespace clmm::runtime {

class Block;
struct Instruction;

/// How an instruction goes through the lanes that are active.
using Handler = void (*)(Block& block, const Instruction& instruction);

/// The loop of a pure instruction over `count` consecutive elements: d[i] = f(a[i], b[i], c[i]).
/// Operands that the operation lacks are not read. d may be one of the operands.
using Loop = void (*)(void* d, const void* a, const void* b, const void* c, unsigned count);

/// One instruction for all active lanes of a block.
///
/// Shape    registers are named by their place in Code::registers. `sizes` are the bytes of an
///          element of d, a, b, c. `temporary`: d lives within a basic block, so what it holds
///          for lanes that are not active is of no interest.
struct Instruction {
    Handler run = nullptr;
    Loop loop = nullptr;
    std::uint32_t d = 0, a = 0, b = 0, c = 0;
    std::array<std::uint8_t, 4> sizes = {4, 4, 4, 4};
    bool temporary = false;
    bool pure = false;          ///< does nothing but write d
    std::uint8_t operands = 0;  ///< how many of a, b, c it reads
    bool writes = false;        ///< has a d
    std::int64_t immediate =
        0;  ///< what the handler says: a target, an offset, a side table's index
    Span span;
};

}  // namespace clmm::runtime
