#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/source.h"
#include "herd/operation.h"

namespace clmm::targets::riscv {

enum class Kind : std::uint8_t {
    load,
    store,
    load_reserved,
    store_conditional,
    amo,
    compare_and_swap,  ///< amocas
    fence,
    fence_tso,
    fence_i,
    set,      ///< li, mv
    compute,  ///< add, addi
    branch,
    zero_branch,  ///< beqz
    jump,
    nothing
};

struct Form {
    std::string name;
    Kind kind = Kind::nothing;
    Operation operation = Operation::none;
    unsigned width = 0;     ///< of the access, in bits
    bool is_signed = true;  ///< what a load is extended with
    bool acquire = false;
    bool release = false;
    Condition condition = Condition::equal;  ///< of branches
};

struct Operand {
    enum class Kind : std::uint8_t { reg, immediate, memory, word };
    Kind kind = Kind::word;
    std::string name = {};   ///< `x5` of a register and of the base of memory; a word as written
    std::int64_t value = 0;  ///< of an immediate, the offset of memory
    Span span = {};
};

/// What a fence orders: of accesses before it, and after it.
struct FenceSets {
    bool reads_before = true, writes_before = true, reads_after = true, writes_after = true;
};

struct Instruction {
    Form form;
    FenceSets fence;
    std::vector<Operand> operands;
    Span span;
};

inline constexpr std::string_view kZero = "x0";

/// `x5` for `x5`, `t0`; empty: no register.
[[nodiscard]] std::string register_name(std::string_view name);

/// An instruction in a piece of a text. Throws Rejected (E-SYNTAX, E-NAME, E-TYPE).
[[nodiscard]] Instruction parse_instruction(std::string_view text, Span place);

/// All that there are.
[[nodiscard]] const std::vector<Form>& forms();

}  // namespace clmm::targets::riscv
