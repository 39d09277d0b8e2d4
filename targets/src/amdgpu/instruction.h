#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "amdgpu/forms.h"
#include "clmm/base/source.h"

namespace clmm::targets::amdgpu {

/// Whose caches an access does not stop at: a load fetches from behind them, a store is done when
/// it has arrived there.
enum class Level : std::uint8_t { unit, group, agent, system };

struct Operand {
    enum class Kind : std::uint8_t { reg, number, location, word };
    Kind kind = Kind::word;
    std::string name = {};  ///< of a register or location; a word as written
    std::int64_t value = 0;
    Span span = {};
};

/// One instruction of the litmus form: `global_store_dword [x], v1 sc1`, with locations by their
/// names in place of addresses.
struct Instruction {
    const Form* form = nullptr;
    Level level = Level::unit;
    bool returns = false;     ///< of an atomic: the old value goes to a register
    std::uint8_t caches = 0;  ///< what is invalidated or written back
    std::string words;        ///< the modifiers, for people
    /// Of a wait, by the counter's bit: how many may be left.
    std::array<std::optional<std::int64_t>, 4> left = {};
    std::vector<Operand> operands;
    Span span;
};

/// `v1`, `s3`, `vcc`, `scc`; empty: no register.
[[nodiscard]] std::string register_name(std::string_view name);

/// An instruction in a piece of a text. Throws Rejected (E-SYNTAX, E-NAME, E-TYPE).
[[nodiscard]] Instruction parse_instruction(const Processor& processor, std::string_view text,
                                            Span place);

}  // namespace clmm::targets::amdgpu
