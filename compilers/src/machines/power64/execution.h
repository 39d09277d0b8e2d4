#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "machines/instruction_set.h"
#include "machines/words.h"

/// Power, 64 bits, little endian; the ELFv2 calling convention.
namespace clmm::compilers::ppc64 {

inline constexpr const char* kLoad = "lwz r$D,0(r$A)";
inline constexpr const char* kStore = "stw r$V,0(r$A)";
/// Names of addresses: of the table of contents, of its part that a label is in.
inline const std::string kTable = ".TOC.";
inline const std::string kNear = "the part of ";

class Execution {
public:
    Execution(Machine& machine, const Line& line)
        : machine_(machine), terms_(machine.terms()), line_(line), operands_(line) {}

    Next operator()();

private:
    Next run();
    [[nodiscard]] const Piece& operand(std::size_t at) const { return operands_[at]; }
    [[nodiscard]] std::string reg(std::string_view text, Span span) const;
    TermId read(std::size_t at);
    /// Register 0 means 0 as the base of an address and of addi.
    TermId base(std::string_view text, Span span);
    void write(std::size_t at, TermId value);
    TermId number(std::size_t at);
    [[nodiscard]] unsigned small(std::size_t at, std::int64_t most) const;
    TermId low(TermId value);
    std::optional<Next> control();

    [[nodiscard]] std::string field(std::optional<std::size_t> at) const;
    void forget_bits(const std::string& field);
    [[nodiscard]] std::optional<TermId> find_bit(unsigned number);
    [[nodiscard]] TermId bit(unsigned number);
    [[nodiscard]] TermId condition(const std::string& field, std::string_view name);
    /// cror and the like, isel, mfocrf, mtocrf.
    bool condition_bits();
    bool condition_field(bool is_read);
    TermId conditions_from(unsigned first, unsigned count);
    TermId all_conditions();

    bool vector();
    bool vector_access();
    bool vector_move();
    bool vector_between();
    /// What moves bytes of vectors.
    bool vector_bytes();
    bool vector_merge();
    bool vector_permute();
    bool vector_repeat();
    bool vector_element();
    bool vector_reverse();
    Bytes from_left(std::size_t at);
    bool put_from_left(Bytes bytes);
    bool vector_compute();
    [[nodiscard]] std::string vector_register(std::size_t at, bool is_altivec = false) const;

    bool fence();
    bool move();
    /// Shifts, masks, counts.
    bool bits();
    bool rotate();
    TermId rotated(TermId value, unsigned by, unsigned first, unsigned last);
    bool table_of_contents();
    /// The address of a label, `@toc@ha` and `@toc@l` together.
    TermId label_near(TermId upper, std::string_view low, Span span);
    TermId masked(TermId value, unsigned bits);
    /// cmpw, cmplw, cmpd, cmpld; with i for numbers, with a field before the operands.
    bool compare();
    bool compute();
    bool logical();
    /// `8(3)`.
    TermId address(std::size_t at);
    bool exclusive();
    /// The sum with 0 on its left side where register 0 stands there.
    TermId at_sum(std::size_t at);
    bool access();

    Machine& machine_;
    Terms& terms_;
    const Line& line_;
    Operands operands_;
};

}  // namespace clmm::compilers::ppc64
