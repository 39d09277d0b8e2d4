#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

namespace clmm::targets::x86 {

/// An operand of machine code: a register by its number, 0 to 15, or memory at its address.
struct Target {
    std::uint8_t number = 0;
    bool in_memory = false;
    std::uint8_t displacement = 0;  ///< of memory, below 128
};

/// Bytes of instructions.
///
/// Source   Intel SDM, volume 2, section 2.1.5 (ModR/M and SIB), 2.2.1 (REX)
class Encoder {
public:
    std::vector<std::uint8_t> bytes;

    void put(std::initializer_list<std::uint8_t> all) { bytes.insert(bytes.end(), all); }
    /// Four bytes, the low one first.
    void immediate(std::int64_t value);
    /// Prefixes, opcode and ModR/M with `reg` (a register, or what extends the opcode) and
    /// `target`, of 32 bits. 0x0Fxx is an opcode of two bytes.
    void form(std::uint16_t opcode, std::uint8_t reg, Target target, bool is_locked = false) {
        write(opcode, reg, target, is_locked, false);
    }
    /// The same of 64 bits.
    void wide_form(std::uint16_t opcode, std::uint8_t reg, Target target) {
        write(opcode, reg, target, false, true);
    }
    /// An opcode of one byte that has a register in its low bits: push, pop, mov of a number.
    void short_form(std::uint8_t opcode, std::uint8_t reg);

private:
    void write(std::uint16_t opcode, std::uint8_t reg, Target target, bool is_locked, bool is_wide);
};

}  // namespace clmm::targets::x86
