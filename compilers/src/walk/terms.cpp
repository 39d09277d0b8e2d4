#include "walk/terms.h"

#include <algorithm>
#include <bit>

#include "clmm/base/ensure.h"

namespace clmm::compilers {
namespace {

std::uint64_t cut(std::uint64_t value, unsigned width) {
    return width >= 64 ? value : value & ((std::uint64_t{1} << width) - 1);
}

std::int64_t with_sign(std::uint64_t value, unsigned width) {
    if (width >= 64) return static_cast<std::int64_t>(value);
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    return static_cast<std::int64_t>((cut(value, width) ^ sign) - sign);
}

bool is_comparison(Op op) {
    return op == Op::equal || op == Op::unsigned_less || op == Op::signed_less;
}

/// Whether the lowest bits of the result are decided by the lowest bits of the operands.
bool is_modular(Op op) { return op >= Op::add && op <= Op::bit_xor; }

bool commutes(Op op) {
    return op == Op::add || op == Op::multiply || op == Op::bit_and || op == Op::bit_or ||
           op == Op::bit_xor || op == Op::equal;
}

std::uint64_t shifted(Op op, std::uint64_t a, std::uint64_t by, unsigned width) {
    if (by >= width) return op == Op::shift_right_signed && with_sign(a, width) < 0 ? ~0ULL : 0;
    if (op == Op::shift_left) return a << by;
    if (op == Op::shift_right) return a >> by;
    return static_cast<std::uint64_t>(with_sign(a, width) >> by);
}

std::uint64_t computed(Op op, std::uint64_t a, std::uint64_t b, unsigned width) {
    switch (op) {
        case Op::add:
            return a + b;
        case Op::subtract:
            return a - b;
        case Op::multiply:
            return a * b;
        case Op::bit_and:
            return a & b;
        case Op::bit_or:
            return a | b;
        case Op::bit_xor:
            return a ^ b;
        case Op::equal:
            return static_cast<std::uint64_t>(a == b);
        case Op::unsigned_less:
            return static_cast<std::uint64_t>(a < b);
        case Op::signed_less:
            return static_cast<std::uint64_t>(with_sign(a, width) < with_sign(b, width));
        default:
            return shifted(op, a, b, width);
    }
}

unsigned zeros(std::uint64_t value, unsigned width) {
    return static_cast<unsigned>(std::countl_zero(cut(value, width))) - (64 - width);
}

unsigned operands_of(Op op) {
    if (op <= Op::poison) return 0;
    if (op == Op::if_then_else) return 3;
    return op > Op::if_then_else ? 1 : 2;
}

}  // namespace

TermId Terms::made(const Term& term) {
    const auto [found, is_new] = known_.try_emplace(term, TermId(all_.size()));
    if (is_new) all_.push_back(term);
    return found->second;
}

TermId Terms::constant(std::uint64_t value, unsigned width) {
    return made({.op = Op::constant, .width = width, .value = cut(value, width)});
}

TermId Terms::symbol(unsigned width) {
    return made({.op = Op::symbol, .width = width, .value = symbols_++});
}

TermId Terms::base(unsigned width) {
    return made({.op = Op::base, .width = width, .value = bases_++});
}

TermId Terms::poison(unsigned width) { return made({.op = Op::poison, .width = width}); }

TermId Terms::binary(Op op, TermId a, TermId b) {
    const unsigned width = (*this)[a].width;
    ensure(width == (*this)[b].width, "operands have one width");
    const unsigned result = is_comparison(op) ? 1 : width;
    if (is_poison(a) || is_poison(b)) return poison(result);
    const auto left = known(a);
    const auto right = known(b);
    if (left && right) return constant(computed(op, *left, *right, width), result);
    if (left && commutes(op)) std::swap(a, b);
    if (const auto made = simpler(op, a, b)) return *made;
    return made({.op = op, .width = result, .a = a, .b = b});
}

std::optional<TermId> Terms::simpler(Op op, TermId a, TermId b) {
    const auto right = known(b);
    const Term left = (*this)[a];
    if (op == Op::equal) return simpler_equal(a, b);
    if (op == Op::subtract && right) return binary(Op::add, a, constant(0 - *right, left.width));
    const bool keeps = op == Op::add || op == Op::bit_or || op == Op::bit_xor ||
                       op == Op::shift_left || op == Op::shift_right ||
                       op == Op::shift_right_signed;
    if (right == 0 && keeps) return a;
    if (op == Op::add && right && left.op == Op::add)
        if (const auto inner = known(left.b))
            return binary(Op::add, left.a, constant(*inner + *right, left.width));
    if (a == b && (op == Op::bit_and || op == Op::bit_or)) return a;
    if ((op == Op::shift_left || op == Op::shift_right) && right)
        if (const auto made = simpler_shift(op, a, *right)) return made;
    // There are 32 zeros in 0 alone.
    if (op == Op::shift_right && right == 5 && left.op == Op::leading_zeros && left.width == 32)
        return resized(is_zero(left.a), 32);
    if (op == Op::bit_and && right)
        if (const auto made = simpler_mask(a, *right)) return made;
    if (op == Op::bit_and && right == cut(~0ULL, left.width)) return a;
    return std::nullopt;
}

std::uint64_t Terms::possible_bits(TermId id) const {
    const Term& term = (*this)[id];
    const std::uint64_t all = cut(~0ULL, term.width);
    const auto by =
        term.op == Op::shift_left || term.op == Op::shift_right ? known(term.b) : std::nullopt;
    switch (term.op) {
        case Op::constant:
            return term.value;
        case Op::zero_extend:
            return possible_bits(term.a);
        case Op::low:
            return possible_bits(term.a) & all;
        case Op::bit_and:
            return possible_bits(term.a) & possible_bits(term.b);
        case Op::bit_or:
        case Op::bit_xor:
            return possible_bits(term.a) | possible_bits(term.b);
        case Op::shift_left:
            return by && *by < 64 ? (possible_bits(term.a) << *by) & all : all;
        case Op::shift_right:
            return by && *by < 64 ? possible_bits(term.a) >> *by : all;
        default:
            return all;
    }
}

bool Terms::is_unknown(TermId id) const { return has_base(id) && symbols(id).empty(); }

/// A mask that leaves all bits that there are; or those alone of what is known, or is not.
std::optional<TermId> Terms::simpler_mask(TermId a, std::uint64_t mask) {
    const Term left = (*this)[a];
    if ((possible_bits(a) & ~mask) == 0 && !known(a)) return a;
    const TermId other = constant(mask, left.width);
    if (left.op == Op::bit_and)
        if (const auto inner = known(left.b))
            return binary(Op::bit_and, left.a, constant(*inner & mask, left.width));
    if (left.op != Op::bit_or) return std::nullopt;
    for (const auto& [kept, dropped] : {std::pair(left.a, left.b), std::pair(left.b, left.a)})
        if ((is_unknown(dropped) || is_unknown(kept)) && (possible_bits(dropped) & mask) == 0)
            return binary(Op::bit_and, kept, other);
    return std::nullopt;
}

/// Of what two words were joined to, each is a part: nothing of the other one is left in it.
std::optional<TermId> Terms::simpler_shift(Op op, TermId a, std::uint64_t by) {
    const Term left = (*this)[a];
    if (by >= left.width) return constant(0, left.width);
    const auto again = left.op == Op::shift_left ? known(left.b) : std::nullopt;
    if (again && op == Op::shift_left) return binary(op, left.a, constant(*again + by, left.width));
    if (again && *again < left.width) {
        // Nothing was lost on the left: it is one shift.
        const std::uint64_t bits = possible_bits(left.a);
        if ((cut(bits << *again, left.width) >> *again) == bits)
            return *again >= by
                       ? binary(Op::shift_left, left.a, constant(*again - by, left.width))
                       : binary(Op::shift_right, left.a, constant(by - *again, left.width));
    }
    if (op == Op::shift_right && left.op == Op::zero_extend && by >= (*this)[left.a].width)
        return constant(0, left.width);
    if (left.op != Op::bit_or) return std::nullopt;
    const TermId count = constant(by, left.width);
    const auto one = simpler_shift(op, left.a, by);
    const auto other = simpler_shift(op, left.b, by);
    if (!one && !other) return std::nullopt;
    return binary(Op::bit_or, one.value_or(binary(op, left.a, count)),
                  other.value_or(binary(op, left.b, count)));
}

std::optional<TermId> Terms::simpler_equal(TermId a, TermId b) {
    const Term left = (*this)[a];
    const auto right = known(b);
    if (right && left.width == 1) return *right == 1 ? a : negated(a);
    const bool extends = left.op == Op::zero_extend || left.op == Op::sign_extend;
    if (!extends) return std::nullopt;
    const unsigned width = (*this)[left.a].width;
    const bool is_signed = left.op == Op::sign_extend;
    if (right) {
        const TermId narrow = constant(*right, width);
        if (resized(narrow, left.width, is_signed) != b) return constant(0, 1);
        return binary(Op::equal, left.a, narrow);
    }
    const Term other = (*this)[b];
    if (other.op == left.op && (*this)[other.a].width == width)
        return binary(Op::equal, left.a, other.a);
    return std::nullopt;
}

TermId Terms::if_then_else(TermId condition, TermId yes, TermId no) {
    if (is_poison(condition) || is_poison(yes) || is_poison(no)) return poison((*this)[yes].width);
    if (const auto is_true = known(condition)) return *is_true != 0 ? yes : no;
    const unsigned width = (*this)[yes].width;
    const auto first = known(yes);
    const auto second = known(no);
    if (first == 1 && second == 0) return resized(condition, width);
    if (first == 0 && second == 1) return resized(negated(condition), width);
    return made({.op = Op::if_then_else, .width = width, .a = condition, .b = yes, .c = no});
}

TermId Terms::resized(TermId a, unsigned width, bool is_signed) {
    const Term term = (*this)[a];
    if (term.width == width) return a;
    if (is_poison(a)) return poison(width);
    if (const auto value = known(a))
        return constant(
            is_signed ? static_cast<std::uint64_t>(with_sign(*value, term.width)) : *value, width);
    if (width < term.width)
        if (const auto found = narrowed_.find({a, width}); found != narrowed_.end())
            return found->second;
    if (const auto made = simpler_resized(a, width, is_signed)) {
        if (width < term.width) narrowed_.emplace(std::pair(a, width), *made);
        return *made;
    }
    const Op op = width < term.width ? Op::low : is_signed ? Op::sign_extend : Op::zero_extend;
    return made({.op = op, .width = width, .a = a});
}

std::optional<TermId> Terms::simpler_resized(TermId a, unsigned width, bool is_signed) {
    const Term term = (*this)[a];
    if (width < term.width && is_unknown(a) && (possible_bits(a) & cut(~0ULL, width)) == 0)
        return constant(0, width);
    if (width > term.width) {
        if (term.op == Op::zero_extend) return resized(term.a, width);
        if (term.op == Op::sign_extend && is_signed) return resized(term.a, width, true);
        return std::nullopt;
    }
    if (term.op == Op::low) return resized(term.a, width);
    if (term.op == Op::zero_extend || term.op == Op::sign_extend) {
        const unsigned inner = (*this)[term.a].width;
        if (width <= inner) return resized(term.a, width);
        return resized(term.a, width, term.op == Op::sign_extend);
    }
    if (is_modular(term.op)) return binary(term.op, resized(term.a, width), resized(term.b, width));
    if (term.op == Op::shift_left && known(term.b))
        return binary(term.op, resized(term.a, width), constant(*known(term.b), width));
    if (term.op == Op::if_then_else)
        return if_then_else(term.a, resized(term.b, width), resized(term.c, width));
    return std::nullopt;
}

TermId Terms::joined(TermId low, TermId high) {
    const Term upper = (*this)[high];
    const unsigned half = upper.width;
    if (upper.op == Op::low && (*this)[upper.a].op == Op::shift_right) {
        const Term shift = (*this)[upper.a];
        if (shift.width == 2 * half && known(shift.b) == half && resized(shift.a, half) == low)
            return shift.a;
    }
    const TermId above = binary(Op::shift_left, resized(high, 2 * half), constant(half, 2 * half));
    return binary(Op::bit_or, resized(low, 2 * half), above);
}

TermId Terms::part(TermId a, unsigned from, unsigned width) {
    const TermId shifted = binary(Op::shift_right, a, constant(from, (*this)[a].width));
    return resized(shifted, width);
}

TermId Terms::negated(TermId condition) {
    const Term term = (*this)[condition];
    if (term.op == Op::bit_xor && known(term.b) == 1) return term.a;
    return binary(Op::bit_xor, condition, constant(1, 1));
}

TermId Terms::is_zero(TermId a) { return binary(Op::equal, a, constant(0, (*this)[a].width)); }

TermId Terms::leading_zeros(TermId a) {
    const unsigned width = (*this)[a].width;
    if (is_poison(a)) return a;
    if (const auto value = known(a)) return constant(zeros(*value, width), width);
    return made({.op = Op::leading_zeros, .width = width, .a = a});
}

std::optional<std::uint64_t> Terms::known(TermId id) const {
    const Term& term = (*this)[id];
    if (term.op != Op::constant) return std::nullopt;
    return term.value;
}

std::optional<std::int64_t> Terms::known_signed(TermId id) const {
    const auto value = known(id);
    if (!value) return std::nullopt;
    return with_sign(*value, (*this)[id].width);
}

std::optional<Address> Terms::address(TermId id) const {
    const Term& term = (*this)[id];
    if (term.op == Op::base) return Address{term.value, 0};
    if (term.op != Op::add || (*this)[term.a].op != Op::base || !known(term.b)) return std::nullopt;
    return Address{(*this)[term.a].value, *known_signed(term.b)};
}

void Terms::visit(TermId id, std::set<TermId>& seen) const {
    if (!seen.insert(id).second) return;
    const Term& term = (*this)[id];
    const TermId parts[] = {term.a, term.b, term.c};
    for (unsigned i = 0; i < operands_of(term.op); ++i) visit(parts[i], seen);
}

std::set<std::uint64_t> Terms::symbols(TermId id) const {
    std::set<TermId> seen;
    visit(id, seen);
    std::set<std::uint64_t> all;
    for (const TermId each : seen)
        if ((*this)[each].op == Op::symbol) all.insert((*this)[each].value);
    return all;
}

bool Terms::has_base(TermId id) const {
    std::set<TermId> seen;
    visit(id, seen);
    return std::ranges::any_of(seen, [&](TermId each) { return (*this)[each].op == Op::base; });
}

std::optional<TermId> Terms::find_condition(TermId id) const {
    std::set<TermId> seen;
    visit(id, seen);
    for (const TermId each : seen)
        if (is_comparison((*this)[each].op)) return each;
    return std::nullopt;
}

TermId Terms::origin(TermId id) const {
    const Term& term = (*this)[id];
    const bool is_more = term.op == Op::zero_extend || term.op == Op::sign_extend ||
                         (term.op == Op::add && known(term.b));
    return is_more ? origin(term.a) : id;
}

std::optional<std::uint64_t> Terms::solved(TermId id, TermId origin, std::uint64_t value) {
    if (id == origin) return value;
    const Term term = (*this)[id];
    if (term.op == Op::zero_extend || term.op == Op::sign_extend) {
        const TermId narrow = constant(value, (*this)[term.a].width);
        const TermId again = resized(narrow, term.width, term.op == Op::sign_extend);
        if (known(again) != value) return std::nullopt;
        return solved(term.a, origin, *known(narrow));
    }
    const auto added = term.op == Op::add ? known(term.b) : std::nullopt;
    if (!added) return std::nullopt;
    return solved(term.a, origin, cut(value - *added, term.width));
}

TermId Terms::replaced(TermId id, std::map<TermId, TermId> by) { return replace(id, by); }

TermId Terms::replace(TermId id, std::map<TermId, TermId>& by) {
    if (const auto found = by.find(id); found != by.end()) return found->second;
    const Term term = (*this)[id];
    TermId made = id;
    const unsigned count = operands_of(term.op);
    if (term.op == Op::leading_zeros) {
        made = leading_zeros(replace(term.a, by));
    } else if (count == 1) {
        made = resized(replace(term.a, by), term.width, term.op == Op::sign_extend);
    } else if (count > 1) {
        const TermId a = replace(term.a, by);
        const TermId b = replace(term.b, by);
        made = count == 2 ? binary(term.op, a, b) : if_then_else(a, b, replace(term.c, by));
    }
    by.emplace(id, made);
    return made;
}

std::uint64_t Terms::evaluate(
    TermId id, const std::function<std::uint64_t(std::uint64_t symbol)>& value) const {
    std::map<TermId, std::uint64_t> known;
    const auto of = [&](auto&& self, TermId each) -> std::uint64_t {
        if (const auto found = known.find(each); found != known.end()) return found->second;
        const Term& term = (*this)[each];
        if (term.op == Op::constant) return term.value;
        if (term.op == Op::symbol) return cut(value(term.value), term.width);
        const unsigned count = operands_of(term.op);
        ensure(count > 0, "a value of the final state is made of numbers");
        std::uint64_t made = self(self, term.a);
        const unsigned from = (*this)[term.a].width;
        if (count == 3)
            made = self(self, made != 0 ? term.b : term.c);
        else if (count == 2)
            made = computed(term.op, made, self(self, term.b), from);
        else if (term.op == Op::leading_zeros)
            made = zeros(made, from);
        else if (term.op == Op::sign_extend)
            made = static_cast<std::uint64_t>(with_sign(made, from));
        return known[each] = cut(made, term.width);
    };
    return of(of, id);
}

}  // namespace clmm::compilers
