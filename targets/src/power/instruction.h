#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/source.h"
#include "herd/operation.h"

namespace clmm::targets::power {

enum class Kind : std::uint8_t {
    load,
    store,
    load_reserved,
    store_conditional,
    fence,
    set,      ///< li, mr
    compute,  ///< add, addi
    compare,  ///< cmpw, cmpwi
    branch,   ///< beq
    jump,     ///< b
    nothing
};

struct Form {
    std::string_view name;
    Kind kind = Kind::nothing;
    std::string_view operands =
        "";  ///< a letter each: r a register, i a number, m memory, l a label
    Operation operation = Operation::none;
    unsigned width = 0;         ///< of an access or a comparison, in bits
    bool is_indexed = false;    ///< the address is the sum of the last two registers
    bool source_first = false;  ///< of the operands of a logical instruction the second is a source
};

struct Operand {
    enum class Kind : std::uint8_t { reg, immediate, memory, word };
    Kind kind = Kind::word;
    std::string name = {};   ///< `r5` of a register and of the base of memory; a word as written
    std::int64_t value = 0;  ///< of an immediate, the offset of memory
    Span span = {};
};

struct Instruction {
    Form form;
    std::vector<Operand> operands;
    Span span;
};

/// `r0` to `r31`; empty: no register.
[[nodiscard]] std::string register_name(std::string_view name);

/// An instruction in a piece of a text. Throws Rejected (E-SYNTAX, E-NAME, E-TYPE).
[[nodiscard]] Instruction parse_instruction(std::string_view text, Span place);

}  // namespace clmm::targets::power
