#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/source.h"

namespace clmm::targets::x86 {

enum class Opcode : std::uint8_t {
    mov,
    xchg,
    xadd,
    cmpxchg,
    inc,
    dec,
    neg,
    bit_not,
    add,
    sub,
    bit_and,
    bit_or,
    bit_xor,
    mfence,
    lfence,
    sfence,
};

struct Operand {
    enum class Kind : std::uint8_t {
        reg,        ///< `EAX`
        immediate,  ///< `$1`, `1`
        location,   ///< `[x]`
        indirect    ///< `[EAX]`
    };
    Kind kind = Kind::immediate;
    std::string name;  ///< of a register in capitals, of a location
    std::int64_t value = 0;
    Span span;

    [[nodiscard]] bool in_memory() const {
        return kind == Kind::location || kind == Kind::indirect;
    }
};

/// One instruction in Intel's syntax, as herd's tests have it: `MOV [x],$1`, destination first.
/// Names of instructions and registers may be in small letters.
struct Instruction {
    Opcode opcode = Opcode::mov;
    bool locked = false;      ///< LOCK stands before it, or it locks by itself (XCHG with memory)
    bool has_prefix = false;  ///< LOCK stands before it
    std::vector<Operand> operands;
    std::string name;  ///< in capitals, without LOCK
    Span span;
};

/// Registers of 32 bits.
[[nodiscard]] bool is_register(std::string_view name);

/// An instruction in a piece of a text. Throws Rejected (E-SYNTAX, E-NAME, E-TYPE).
[[nodiscard]] Instruction parse_instruction(std::string_view text, Span place);

}  // namespace clmm::targets::x86
