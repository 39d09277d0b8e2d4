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

/// Bits of registers such as EAX, and of those such as RAX.
inline constexpr unsigned kWord = 32, kLong = 64;

/// How a test's instructions are written, and which registers there are.
struct Dialect {
    bool has_64_bits = false;  ///< RAX and so on, beside EAX
    bool is_att = false;       ///< AT&T's syntax: `movl $1,(x)`, sources first; else Intel's
};

struct Operand {
    enum class Kind : std::uint8_t {
        reg,        ///< `EAX`, `%eax`
        immediate,  ///< `$1`, `1`
        location,   ///< `[x]`, `(x)`
        indirect    ///< `[EAX]`, `(%rax)`
    };
    Kind kind = Kind::immediate;
    std::string name;  ///< of a register in capitals, of a location
    std::int64_t value = 0;
    Span span;

    [[nodiscard]] bool in_memory() const {
        return kind == Kind::location || kind == Kind::indirect;
    }
};

/// One instruction as herd's tests have it, destination first: `MOV [x],$1` in Intel's syntax, or
/// `movl $1,(x)` in AT&T's. Names of instructions and registers may be in small letters.
struct Instruction {
    Opcode opcode = Opcode::mov;
    unsigned width = 0;       ///< of its operands in bits; 0: that of the location
    bool locked = false;      ///< LOCK stands before it, or it locks by itself (XCHG with memory)
    bool has_prefix = false;  ///< LOCK stands before it
    std::vector<Operand> operands;
    std::string name;  ///< in capitals, without LOCK
    Span span;
};

/// The bits of a register; 0: there is no such register.
[[nodiscard]] unsigned register_width(std::string_view name, bool has_64_bits);
/// The register of 64 bits whose lower half one of 32 bits is, and the other way round.
[[nodiscard]] std::string other_half(std::string_view name);

/// An instruction in a piece of a text. Throws Rejected (E-SYNTAX, E-NAME, E-TYPE).
[[nodiscard]] Instruction parse_instruction(std::string_view text, Span place,
                                            const Dialect& dialect);

}  // namespace clmm::targets::x86
