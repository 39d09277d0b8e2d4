#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace clmm::compilers {

enum class TermId : std::uint32_t {};

enum class Op : std::uint8_t {
    constant,
    symbol,  ///< what an access yields
    base,    ///< an address, or what the caller left in a register
    poison,  ///< a value that nobody may use
    add,
    subtract,
    multiply,
    bit_and,
    bit_or,
    bit_xor,
    shift_left,
    shift_right,  ///< zeros from the left
    shift_right_signed,
    equal,  ///< one bit, as the next two
    unsigned_less,
    signed_less,
    if_then_else,
    zero_extend,
    sign_extend,
    low,            ///< the lowest bits
    leading_zeros,  ///< how many
};

/// A value of up to 64 bits. Operands are a, b, c as far as there are any.
struct Term {
    Op op = Op::constant;
    unsigned width = 64;
    TermId a{}, b{}, c{};
    std::uint64_t value = 0;  ///< of a constant; the number of a symbol or base
    friend auto operator<=>(const Term&, const Term&) = default;
};

/// An address: so many bytes behind where a base points.
struct Address {
    std::uint64_t base = 0;
    std::int64_t offset = 0;
    friend auto operator<=>(const Address&, const Address&) = default;
};

/// Values as graphs in which equal ones are one node.
///
/// Shape    what is computed of constants alone is a constant. Else no operand disappears but by
///          x + 0, x | 0, extensions and their inverse: what a value depends on in the code, its
///          term does.
class Terms {
public:
    [[nodiscard]] const Term& operator[](TermId id) const {
        return all_[static_cast<std::size_t>(id)];
    }
    [[nodiscard]] TermId constant(std::uint64_t value, unsigned width = 64);
    [[nodiscard]] TermId symbol(unsigned width);
    [[nodiscard]] TermId base(unsigned width = 64);
    [[nodiscard]] TermId poison(unsigned width);
    /// Of two of one width; of the comparisons, one bit.
    [[nodiscard]] TermId binary(Op op, TermId a, TermId b);
    [[nodiscard]] TermId if_then_else(TermId condition, TermId yes, TermId no);
    /// To another width: by zeros, by the sign, or the lowest bits.
    [[nodiscard]] TermId resized(TermId a, unsigned width, bool is_signed = false);
    /// 64 bits out of two words.
    [[nodiscard]] TermId joined(TermId low, TermId high);
    /// Bits of it, from one on.
    [[nodiscard]] TermId part(TermId a, unsigned from, unsigned width);
    [[nodiscard]] TermId negated(TermId condition);  ///< of one bit
    [[nodiscard]] TermId is_zero(TermId a);
    [[nodiscard]] TermId leading_zeros(TermId a);

    [[nodiscard]] std::optional<std::uint64_t> known(TermId id) const;
    [[nodiscard]] std::optional<std::int64_t> known_signed(TermId id) const;
    [[nodiscard]] std::optional<Address> address(TermId id) const;
    [[nodiscard]] bool is_poison(TermId id) const { return (*this)[id].op == Op::poison; }
    /// The symbols of a term, by their numbers.
    [[nodiscard]] std::set<std::uint64_t> symbols(TermId id) const;
    [[nodiscard]] bool has_base(TermId id) const;
    /// What a term is but for numbers that are added to it, and extensions.
    [[nodiscard]] TermId origin(TermId id) const;
    /// The value of one of those with which the term has a value; nothing: there is none.
    [[nodiscard]] std::optional<std::uint64_t> solved(TermId id, TermId origin,
                                                      std::uint64_t value);
    /// Bits that may be other than 0.
    [[nodiscard]] std::uint64_t possible_bits(TermId id) const;
    /// A comparison in a term.
    [[nodiscard]] std::optional<TermId> find_condition(TermId id) const;
    /// The term with nodes replaced, from the leaves on.
    [[nodiscard]] TermId replaced(TermId id, std::map<TermId, TermId> by);
    /// Its value where those of its symbols are these.
    [[nodiscard]] std::uint64_t evaluate(
        TermId id, const std::function<std::uint64_t(std::uint64_t symbol)>& value) const;

private:
    void visit(TermId id, std::set<TermId>& seen) const;
    TermId replace(TermId id, std::map<TermId, TermId>& by);
    TermId made(const Term& term);
    std::optional<TermId> simpler(Op op, TermId a, TermId b);
    std::optional<TermId> simpler_equal(TermId a, TermId b);
    std::optional<TermId> simpler_shift(Op op, TermId a, std::uint64_t by);
    std::optional<TermId> simpler_mask(TermId a, std::uint64_t mask);
    /// Whether it is made of what the caller left alone, so that nobody may use it.
    [[nodiscard]] bool is_unknown(TermId id) const;
    std::optional<TermId> simpler_resized(TermId a, unsigned width, bool is_signed);

    std::vector<Term> all_;
    std::map<Term, TermId> known_;
    std::map<std::pair<TermId, unsigned>, TermId> narrowed_;
    std::uint64_t symbols_ = 0;
    std::uint64_t bases_ = 0;
};

}  // namespace clmm::compilers
