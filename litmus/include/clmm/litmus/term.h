#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "clmm/base/strong_id.h"

namespace clmm::litmus {

struct TermTag;
struct EventTag;
struct LocationTag;
struct UnitTag;
using TermId = StrongId<TermTag>;
using EventId = StrongId<EventTag>;
using LocationId = StrongId<LocationTag>;
using UnitId = StrongId<UnitTag>;

/// Operators of symbolic values. Comparisons and the logical_* ones yield Booleans.
enum class TermOp : std::uint8_t {
    constant,     ///< payload: the value
    read_value,   ///< payload: the event whose value it is (a read)
    final_value,  ///< payload: the location whose last value it is
    choice,  ///< payload: a number; any value (a weak exchange's spurious failure, a fresh Boolean)
    add,
    subtract,
    multiply,
    unsigned_divide,
    signed_divide,
    unsigned_remainder,
    signed_remainder,
    bit_and,
    bit_or,
    bit_xor,
    bit_not,
    negate,
    shift_left,
    logical_shift_right,
    arithmetic_shift_right,
    zero_extend,
    sign_extend,
    truncate,
    if_then_else,
    equal,
    unsigned_less,
    unsigned_less_equal,
    signed_less,
    signed_less_equal,
    logical_not,
    logical_and,
    logical_or,
};

[[nodiscard]] bool is_commutative(TermOp op);

/// One node. Unused operands are none().
struct Term {
    TermOp op = TermOp::constant;
    std::uint8_t width = 1;  ///< bits: 1 is a Boolean, 8 to 64 a bit-vector
    TermId a{}, b{}, c{};
    std::uint64_t payload = 0;
    friend bool operator==(const Term&, const Term&) = default;
};

/// The symbolic values of one unfolded test: a hash-consed graph, so equal terms have equal ids.
///
/// Shape    operands come before their users; constants are folded and neutral elements
///          removed on construction, so `is_true(guard)` sees what is decided statically.
/// Units    bit-vectors in two's complement, payload masked to the width.
///          Division by zero yields all ones, remainder by zero the dividend (SMT-LIB's choice);
///          the unfolding reports it as undefined behaviour separately.
class TermPool {
public:
    TermPool();

    [[nodiscard]] TermId constant(std::uint64_t value, unsigned width);
    [[nodiscard]] TermId boolean(bool value) const { return value ? true_ : false_; }
    [[nodiscard]] TermId read_value(EventId event, unsigned width);
    [[nodiscard]] TermId final_value(LocationId location, unsigned width);
    /// A fresh one at each call.
    [[nodiscard]] TermId choice(unsigned width);

    /// Any operator of two operands of one width (both Booleans for logical_*).
    [[nodiscard]] TermId binary(TermOp op, TermId a, TermId b);
    [[nodiscard]] TermId unary(TermOp op, TermId a);  ///< bit_not, negate, logical_not
    [[nodiscard]] TermId extend(TermId a, unsigned width,
                                bool is_signed);  ///< or truncate, or nothing
    [[nodiscard]] TermId if_then_else(TermId condition, TermId when_true, TermId when_false);
    /// The operator of a term on other operands, as many as it has.
    [[nodiscard]] TermId rebuild(const Term& like, TermId a, TermId b, TermId c);

    [[nodiscard]] TermId land(TermId a, TermId b) { return binary(TermOp::logical_and, a, b); }
    [[nodiscard]] TermId lor(TermId a, TermId b) { return binary(TermOp::logical_or, a, b); }
    [[nodiscard]] TermId lnot(TermId a) { return unary(TermOp::logical_not, a); }
    [[nodiscard]] TermId equal(TermId a, TermId b) { return binary(TermOp::equal, a, b); }

    [[nodiscard]] const Term& operator[](TermId id) const { return terms_[id.index()]; }
    [[nodiscard]] std::size_t size() const { return terms_.size(); }
    [[nodiscard]] bool is_true(TermId id) const { return id == true_; }
    [[nodiscard]] bool is_false(TermId id) const { return id == false_; }
    [[nodiscard]] bool is_constant(TermId id) const {
        return terms_[id.index()].op == TermOp::constant;
    }

    /// `r0 + 1`-like text for dumps; reads print as `v(e3)`.
    [[nodiscard]] std::string to_text(TermId id) const;

private:
    struct Hash {
        std::size_t operator()(const Term& term) const noexcept;
    };
    TermId intern(const Term& term);

    std::vector<Term> terms_;
    std::unordered_map<Term, TermId, Hash> index_;
    std::uint64_t choices_ = 0;
    TermId true_, false_;
};

/// The value of an operator on given operands, masked to the width. The single place that
/// knows what operators mean on numbers: constant folding and replay both call it.
[[nodiscard]] std::uint64_t apply(const Term& term, unsigned operand_width, std::uint64_t a,
                                  std::uint64_t b, std::uint64_t c);

/// Values of the leaves of terms in one execution.
class Valuation {
public:
    virtual ~Valuation() = default;
    [[nodiscard]] virtual std::uint64_t read_value(EventId event) const = 0;
    [[nodiscard]] virtual std::uint64_t final_value(LocationId location) const = 0;
    [[nodiscard]] virtual std::uint64_t choice(std::uint64_t number) const = 0;
};

[[nodiscard]] std::uint64_t evaluate(const TermPool& terms, TermId id, const Valuation& valuation);

}  // namespace clmm::litmus
