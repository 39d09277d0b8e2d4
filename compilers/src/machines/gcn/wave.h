#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assembly/listing.h"
#include "machines/instruction_set.h"
#include "walk/machine.h"

/// AMDGPU as LLVM writes it. The work-item is lane 0 of a wave in which no other lane runs: masks
/// are numbers whose lowest bit is its own, and `exec` begins with 1.
namespace clmm::compilers::gcn {

enum class Family : std::uint8_t { gfx90a, gfx942, gfx11, gfx12 };

/// What an instruction acts on.
class Wave {
public:
    Wave(Machine& of, const Line& instruction, Family processor, std::string_view tests)
        : machine(of), terms(of.terms()), line(instruction), family(processor), word(tests) {}

    [[nodiscard]] const Piece& operand(std::size_t at) const;
    /// The registers that an operand names, 32 bits each; none: it is a number or a word.
    [[nodiscard]] static std::vector<std::string> registers(const Piece& piece);

    [[nodiscard]] TermId read(const std::string& reg);  ///< 32 bits
    [[nodiscard]] TermId read(const Piece& piece, unsigned width);
    [[nodiscard]] TermId read(std::size_t at, unsigned width) { return read(operand(at), width); }
    void write(const std::string& reg, TermId value);
    /// 32 or 64 bits.
    void write(const Piece& piece, TermId value);
    void write(std::size_t at, TermId value) { write(operand(at), value); }
    /// A mask of lanes that has this bit for the work-item.
    void write_mask(const Piece& piece, TermId bit);

    /// The work-item's bit of a mask.
    [[nodiscard]] TermId lane(TermId mask);
    /// Whether a mask certainly has no bit for another lane.
    [[nodiscard]] bool is_alone(TermId mask) const;
    /// Whether a mask is 0. Refuses where that is about other lanes.
    [[nodiscard]] TermId is_empty(TermId mask);
    /// All lanes of a register but the work-item's, which spills of scalar registers use.
    void copy_lanes(const std::string& from, const std::string& to);
    [[nodiscard]] bool runs_all_lanes();

    [[nodiscard]] TermId number(std::uint64_t value, unsigned width = 32) const {
        return terms.constant(value, width);
    }
    [[nodiscard]] bool is_gfx9() const {
        return family == Family::gfx90a || family == Family::gfx942;
    }

    Machine& machine;
    Terms& terms;
    const Line& line;
    Family family;
    std::string_view word;  ///< the first of its tests
};

/// False, nothing: it is no such instruction. `name` is without `_e32` and `_e64`.
[[nodiscard]] std::optional<Next> control(Wave& wave);
[[nodiscard]] bool scalar(Wave& wave);
[[nodiscard]] bool vector(Wave& wave, std::string_view name);
[[nodiscard]] bool memory(Wave& wave);
[[nodiscard]] bool waits_and_caches(Wave& wave);

/// Sums of 64 bits in two halves.
[[nodiscard]] bool scalar_halves(Wave& wave, std::string_view name);
[[nodiscard]] bool vector_halves(Wave& wave, std::string_view name);
/// SDWA and DPP.
[[nodiscard]] bool vector_form(Wave& wave, std::string_view name);
/// Before a function's name: the place that its address lies in.
inline const std::string kTableEntry = "the table's entry of ";

/// Comparisons, `eq_u32`, as one bit; unknown ones are refused.
[[nodiscard]] TermId compared(Wave& wave, std::string_view how, std::size_t first);
/// Products with 0 and 1 are what they are; others are products.
[[nodiscard]] TermId product(Wave& wave, TermId a, TermId b);

// ---- what is counted ----

/// Operations that may be waited for, by counter. A counter knows how many of the test's own each
/// of the last operations is: those of the thread's own memory count, and are none; those of
/// several words are several.
enum class Counter : std::uint8_t { vector, stores, lds, scalar };
void count(Wave& wave, Counter counter, std::size_t in_test, bool is_in_order);

}  // namespace clmm::compilers::gcn
