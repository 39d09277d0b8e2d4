#include "x86/encoder.h"

namespace clmm::targets::x86 {
namespace {

constexpr unsigned kRex = 0x40, kRexW = 8, kRexR = 4, kRexB = 1;
constexpr std::uint8_t kLock = 0xF0;

std::uint8_t byte(unsigned value) { return static_cast<std::uint8_t>(value); }

}  // namespace

void Encoder::immediate(std::int64_t value) {
    const auto word = static_cast<std::uint32_t>(value);
    for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(byte(word >> shift));
}

void Encoder::short_form(std::uint8_t opcode, std::uint8_t reg) {
    if (reg >= 8) bytes.push_back(byte(kRex | kRexB));
    bytes.push_back(byte(opcode | (reg & 7U)));
}

void Encoder::write(std::uint16_t opcode, std::uint8_t reg, Target target, bool is_locked,
                    bool is_wide) {
    if (is_locked) bytes.push_back(kLock);
    const unsigned rex =
        (is_wide ? kRexW : 0) | (reg >= 8 ? kRexR : 0) | (target.number >= 8 ? kRexB : 0);
    if (rex != 0) bytes.push_back(byte(kRex | rex));
    if (opcode > 0xFF) bytes.push_back(byte(opcode >> 8U));
    bytes.push_back(byte(opcode));
    const unsigned low = target.number & 7U;
    // Of rbp and r13 the form without a displacement means something else.
    const bool has_displacement = target.displacement != 0 || low == 5;
    const unsigned mode = !target.in_memory ? 3 : has_displacement ? 1 : 0;
    bytes.push_back(byte(mode << 6U | (reg & 7U) << 3U | low));
    if (!target.in_memory) return;
    if (low == 4) bytes.push_back(0x24);  // rsp and r12 need a SIB byte
    if (has_displacement) bytes.push_back(target.displacement);
}

}  // namespace clmm::targets::x86
