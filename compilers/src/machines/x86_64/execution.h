#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "machines/instruction_set.h"
#include "machines/words.h"

/// x86-64 in AT&T's syntax, as compilers for System V write it.
namespace clmm::compilers::x86 {

struct Register {
    std::string name;
    unsigned width = 0;
};

struct Computing {
    std::string_view name, litmus;
    Op op;
};
/// Null: there is none of this name.
[[nodiscard]] const Computing* computing_named(std::string_view name);
/// `eq` for `z`; nothing: it is no condition.
[[nodiscard]] std::optional<std::string_view> condition_named(std::string_view name);
/// 0: the letter is none.
[[nodiscard]] unsigned width_of_suffix(char c);

inline const std::string kFlags = "flags";
inline constexpr const char* kLoad = "MOV $D,[$A]";
inline constexpr const char* kStore = "MOV [$A],$V";

/// One instruction, operands in AT&T's order: the destination last.
class Execution {
public:
    Execution(Machine& machine, const Line& line)
        : machine_(machine), terms_(machine.terms()), line_(line), operands_(line) {}

    Next operator()();

private:
    Next run();
    [[nodiscard]] const Piece& operand(std::size_t at) const { return operands_[at]; }
    [[nodiscard]] const Piece& destination() const {
        return operand(operands_.count() == 0 ? 0 : operands_.count() - 1);
    }
    static bool is_memory(const Piece& piece) {
        return !piece.text.starts_with('%') && !piece.text.starts_with('$');
    }
    [[nodiscard]] Register reg(const Piece& piece) const;
    TermId whole(const std::string& name);
    TermId read(const Register& from);
    void write(const Register& to, TermId value);
    /// `.LJTI0_0+8`.
    std::optional<TermId> label_and_number(std::string_view text);
    /// `8(%rax,%rcx,4)`.
    TermId address(const Piece& piece);
    /// `$12`; nothing: it is no number, or not behind a `$`.
    [[nodiscard]] static std::optional<std::int64_t> immediate(const Piece& piece);
    TermId value(const Piece& piece, unsigned width);
    void put(const Piece& piece, TermId value);

    std::optional<Next> control();
    bool simple();
    Next call();
    /// Where an operand of a jump or call points: `*%rax`, `*8(%rax)`.
    TermId behind_star(const Piece& piece);
    void push(TermId pushed);
    TermId popped();

    /// What has a vector register among its operands.
    bool vector();
    bool vector_move();
    bool vector_half();
    bool vector_insert();
    bool vector_extract();
    bool vector_compute();
    bool vector_shift();
    /// What moves bytes: of two sources, of one, lane by lane of 128 bits or across them.
    bool vector_interleave();
    bool vector_shuffle();
    bool vector_bytes();
    bool vector_across();
    bool vector_blend();
    bool broadcast();
    bool zero_upper();
    [[nodiscard]] std::string vector_register(const Piece& piece) const;
    /// How many words a register has.
    [[nodiscard]] std::size_t words_of_register(const Piece& piece) const;
    Words vector_value(const Piece& piece, std::size_t words);
    /// Sources in the order of Intel's manual: without the letter v the first is the destination.
    [[nodiscard]] const Piece& first_source(std::size_t numbers = 0) const;
    [[nodiscard]] const Piece& second_source(std::size_t numbers = 0) const;
    /// What is above is 0 with the letter v, and stays without it.
    void put_vector(const Words& words);
    void put_bytes(const Bytes& bytes) { put_vector(words_from(terms_, bytes)); }
    [[nodiscard]] std::optional<unsigned> small_immediate(std::size_t at) const;

    /// setcc, cmovcc.
    bool conditional();
    /// Instructions whose last letter is their width.
    bool sized();
    void extend(std::string_view stem, unsigned width);
    bool unary(std::string_view stem, unsigned width);
    bool compute(std::string_view stem, unsigned width);
    void flags_of(Op op, TermId old, TermId by, TermId made);

    /// Locked instructions, and xchg, which locks by itself.
    void atomic();
    void add(std::string_view stem, TermId where, unsigned width);
    void exchange(unsigned width);
    void compare_exchange(unsigned width);

    Machine& machine_;
    Terms& terms_;
    const Line& line_;
    Operands operands_;
    std::string_view vector_name_;  ///< without the letter v
    bool has_v_ = false;
};

}  // namespace clmm::compilers::x86
