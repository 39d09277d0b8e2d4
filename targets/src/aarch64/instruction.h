#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/source.h"
#include "herd/operation.h"

namespace clmm::targets::aarch64 {

/// What instructions have in common; which of them it is says Form::operation.
enum class Kind : std::uint8_t {
    load,
    store,
    load_exclusive,
    store_exclusive,
    swap,
    compare_and_swap,
    fetch,     ///< LDADD: the old value goes to a register
    no_fetch,  ///< STADD
    barrier,   ///< DMB, DSB
    isb,
    clear_exclusive,
    nothing,
    move,
    compute,      ///< ADD, and ADDS, which sets the flags
    compare,      ///< CMP: flags alone
    jump,         ///< B
    branch,       ///< B.NE
    zero_branch,  ///< CBZ, CBNZ
    bit_branch,   ///< TBZ, TBNZ
};

struct Form {
    std::string name;
    Kind kind = Kind::nothing;
    Operation operation = Operation::none;
    unsigned width = 0;  ///< of the access in bits; 0: that of its register
    bool acquire = false;
    bool acquire_pc = false;  ///< LDAPR
    bool release = false;
    bool negated = false;  ///< CBNZ, TBNZ
    bool sets_flags = false;
};

/// What follows a register or an index: `SXTW`, `LSL #3`.
struct Extension {
    enum class Kind : std::uint8_t { none, left, zero, sign } kind = Kind::none;
    unsigned amount = 0;
};

struct Operand {
    enum class Kind : std::uint8_t { reg, immediate, memory, word };
    Kind kind = Kind::word;
    std::string name;    ///< `X1` of a register and of the base of memory; XZR; a word as written
    unsigned width = 0;  ///< of a register
    std::int64_t value = 0;  ///< of an immediate, the offset of memory
    std::string index = {};  ///< of memory: a register, or none
    unsigned index_width = 0;
    Extension extension = {};  ///< of the register or the index
    Span span = {};
};

/// What a DMB or DSB is about: `ISHLD`.
struct BarrierOption {
    enum class Types : std::uint8_t { all, loads, stores };
    std::string_view name;
    std::int64_t encoding;       ///< `#9` is `ISHLD`
    Types types = Types::all;    ///< of the accesses before it; a DMB of stores, behind it too
    bool is_for_itself = false;  ///< the Non-shareable domain, which no other processor is in
};

/// One instruction in A64's syntax: `LDR W0,[X1]`.
struct Instruction {
    Form form;
    BarrierOption option;  ///< of DMB and DSB
    std::vector<Operand> operands;
    Span span;
};

inline constexpr std::string_view kZero = "XZR";

/// `X1` for `X1`, `w1` and so on; empty: no register.
[[nodiscard]] std::string register_name(std::string_view name);

/// An instruction in a piece of a text. Throws Rejected (E-SYNTAX, E-NAME, E-TYPE).
[[nodiscard]] Instruction parse_instruction(std::string_view text, Span place);

/// All that there are, `B.NE` and so on among them.
[[nodiscard]] const std::vector<Form>& forms();

}  // namespace clmm::targets::aarch64
