#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "machines/instruction_set.h"
#include "machines/words.h"

/// A64.
namespace clmm::compilers::a64 {

struct Register {
    std::string name;  ///< `x1`, `sp`; `zr`
    unsigned width = 0;
};

/// `q1`, `d1`, `s1`, `h1`, `b1`; `v1.4s`, `v1.16b` and so on; one element, `v1.s[2]`.
struct Vector {
    std::string name;
    std::size_t bytes = 0;
    std::size_t element = 0;             ///< bytes of one
    std::optional<std::size_t> at = {};  ///< where one element begins
};
[[nodiscard]] std::optional<Vector> vector_named(std::string_view text);

/// No width: there is none of this name.
[[nodiscard]] Register register_named(std::string_view name);
/// `lo` for `cc`; nothing: it is no condition.
[[nodiscard]] std::optional<std::string> condition_named(std::string_view name);

inline const std::string kFlags = "flags";
inline constexpr const char* kLoad = "LDR W$D,[X$A]";
inline constexpr const char* kStore = "STR W$V,[X$A]";

/// One instruction.
class Execution {
public:
    Execution(Machine& machine, const Line& line)
        : machine_(machine), terms_(machine.terms()), line_(line), operands_(line) {}

    Next operator()();

private:
    Next run();
    [[nodiscard]] const Piece& operand(std::size_t at) const { return operands_[at]; }
    [[nodiscard]] std::size_t count() const { return operands_.count(); }
    [[nodiscard]] Register reg(const Piece& piece) const;
    TermId read(const Register& from);
    TermId read(std::size_t at) { return read(reg(operand(at))); }
    void write(const Register& to, TermId value);
    [[nodiscard]] static std::optional<std::int64_t> number(std::string_view text);
    TermId known_number(std::size_t at, unsigned width);
    /// `lsl #2`, `uxtw #2`, `sxtw` behind a register.
    TermId modified(TermId value, std::string_view how, unsigned width, Span span);
    /// A register or a number, the operand behind it modifying it.
    TermId flexible(std::size_t at, unsigned width);
    /// `[x1]`, `[x1, #8]`, `[x1, x2, lsl #2]`, `[sp, #-16]!`; an operand behind it comes after.
    TermId address(std::size_t at);

    /// The address of a label, `adrp` and `:lo12:` together.
    TermId label_in_page(TermId page, std::string_view low, Span span);
    bool page();

    std::optional<Next> control();

    bool fence();

    bool move();
    bool select();
    TermId flag(std::size_t at);
    bool compare();
    bool compute();

    /// What has a vector register among its operands.
    bool vector();
    bool vector_access();
    bool vector_list();
    bool vector_constant();
    bool vector_move();
    bool vector_compute();
    bool vector_shuffle();
    bool vector_reverse();
    Bytes bytes_of_vector(const Vector& vector);
    Bytes vector_value(std::size_t at);
    void put_vector(const Vector& to, const Bytes& bytes);
    TermId from_bytes(const Bytes& bytes);
    static Bytes repeated(const Bytes& element, std::size_t bytes);
    void load_vector(const Vector& to, TermId where);
    void store_vector(const Vector& from, TermId where);

    /// ldr, ldar and so on: the name, and how wide a letter behind it makes the access.
    bool access();
    bool access_with_sign();
    bool pair();
    bool exclusive();
    /// Single instructions: swp, cas, ld<op>, st<op>, with a, l, al.
    bool atomic();
    bool modify(const std::string& code, std::size_t operands);
    bool compare_and_swap(const std::string& code);

    Machine& machine_;
    Terms& terms_;
    const Line& line_;
    Operands operands_;
};

}  // namespace clmm::compilers::a64
