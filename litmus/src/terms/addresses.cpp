#include "clmm/litmus/addresses.h"

#include <algorithm>
#include <bit>

#include "clmm/base/ensure.h"
#include "terms/rules.h"

namespace clmm::litmus {
namespace {

constexpr unsigned kAlignmentBits = 6;

/// match: an address and a number whose bits are below the alignment, or all but such; or the
/// number changes nothing
std::optional<TermId> fold_low_bits(TermPool& terms, TermOp op, TermId address, TermId number) {
    const Term term = terms[address];
    const std::uint64_t alignment = object_of(terms, address).alignment;
    const std::uint64_t value = terms[number].payload;
    const std::uint64_t folded =
        apply({.op = op, .width = term.width}, term.width, term.payload, value, 0);
    const auto is_low = [&](std::uint64_t bits) { return bits < alignment; };
    const auto moved = [&] { return moved_to(terms, address, folded, term.width); };
    switch (op) {
        case TermOp::bit_and:
            if (is_low(value)) return terms.constant(folded, term.width);
            if (is_low(mask_to(~value, term.width))) return moved();
            return std::nullopt;
        case TermOp::bit_or:
        case TermOp::bit_xor:
            if (is_low(value)) return moved();
            return std::nullopt;
        case TermOp::unsigned_remainder:
            if (value != 0 && (value & (value - 1)) == 0 && is_low(value - 1))
                return terms.constant(folded, term.width);
            return std::nullopt;
        case TermOp::multiply:
            if (value == 0) return terms.constant(0, term.width);
            [[fallthrough]];
        case TermOp::unsigned_divide:
        case TermOp::signed_divide:
            if (value == 1) return address;
            return std::nullopt;
        case TermOp::shift_left:
        case TermOp::logical_shift_right:
        case TermOp::arithmetic_shift_right:
            if (value == 0) return address;
            return std::nullopt;
        default:
            return std::nullopt;
    }
}

}  // namespace

TermId address_of(TermPool& terms, const ObjectRange& object, std::uint64_t value, unsigned width) {
    ensure(std::has_single_bit(object.alignment) && object.begin % object.alignment == 0,
           "an object begins where it may");
    const auto bits = static_cast<std::uint64_t>(std::countr_zero(object.alignment));
    const TermId begin = terms.constant(object.begin, 64);
    const TermId rest = terms.constant(object.size << kAlignmentBits | bits, 64);
    return terms.rebuild(
        {.op = TermOp::constant, .width = static_cast<std::uint8_t>(width), .payload = value},
        TermId::none(), begin, rest);
}

bool is_address(const TermPool& terms, TermId id) {
    const Term& term = terms[id];
    return term.op == TermOp::constant && term.b.valid();
}

ObjectRange object_of(const TermPool& terms, TermId address) {
    const Term& term = terms[address];
    const std::uint64_t rest = terms[term.c].payload;
    return {terms[term.b].payload, rest >> kAlignmentBits,
            std::uint64_t{1} << (rest & ((1U << kAlignmentBits) - 1))};
}

bool are_of_one_object(const TermPool& terms, TermId a, TermId b) {
    return is_address(terms, a) && is_address(terms, b) && terms[a].b == terms[b].b;
}

TermId number_of(TermPool& terms, TermId id) {
    if (!is_address(terms, id)) return id;
    const Term term = terms[id];
    return terms.constant(term.payload, term.width);
}

TermId moved_to(TermPool& terms, TermId address, std::uint64_t value, unsigned width) {
    const Term term = terms[address];
    return terms.rebuild(
        {.op = TermOp::constant, .width = static_cast<std::uint8_t>(width), .payload = value},
        term.a, term.b, term.c);
}

std::optional<TermId> fold_address(TermPool& terms, TermOp op, TermId a, TermId b) {
    if (!terms.is_constant(a) || !terms.is_constant(b)) return std::nullopt;
    const Term left = terms[a];
    const Term right = terms[b];
    const bool is_left = is_address(terms, a);
    const bool are_both = is_left && is_address(terms, b);
    const std::uint64_t value =
        apply({.op = op, .width = left.width}, left.width, left.payload, right.payload, 0);
    if (op == TermOp::subtract && are_of_one_object(terms, a, b))
        return terms.constant(value, left.width);
    if (a == b && op == TermOp::bit_xor) return terms.constant(0, left.width);
    if (a == b && (op == TermOp::bit_and || op == TermOp::bit_or)) return a;
    if (are_both) return std::nullopt;
    if (op == TermOp::add || (op == TermOp::subtract && is_left))
        return moved_to(terms, is_left ? a : b, value, left.width);
    if (!is_left && !is_commutative(op)) return std::nullopt;
    return is_left ? fold_low_bits(terms, op, a, b) : fold_low_bits(terms, op, b, a);
}

bool is_comparable(const TermPool& terms, TermOp op, TermId a, TermId b) {
    if (has_constant_branches(terms, a))
        return is_comparable(terms, op, terms[a].b, b) && is_comparable(terms, op, terms[a].c, b);
    if (has_constant_branches(terms, b)) return is_comparable(terms, op, b, a);
    if (a == b || !terms.is_constant(a) || !terms.is_constant(b)) return true;
    if (!is_address(terms, a) && !is_address(terms, b)) return true;
    if (are_of_one_object(terms, a, b)) return true;
    if (op != TermOp::equal) return false;
    const auto is_inside = [&](TermId id) {
        if (!is_address(terms, id)) return terms[id].payload == 0;
        const ObjectRange object = object_of(terms, id);
        return terms[id].payload - object.begin < object.size;
    };
    if (is_inside(a) && is_inside(b)) return true;
    const auto alignment = [&](TermId id) {
        return is_address(terms, id) ? object_of(terms, id).alignment : ~std::uint64_t{0} / 2 + 1;
    };
    const std::uint64_t known = std::min(alignment(a), alignment(b)) - 1;
    return ((terms[a].payload ^ terms[b].payload) & known) !=
           0;  // they differ in bits that are known
}

TermId compare(TermPool& terms, TermOp op, TermId a, TermId b) {
    if (is_comparable(terms, op, a, b)) return terms.binary(op, a, b);
    for (const TermId each : {a, b}) {
        const Term chosen = terms[each];
        if (!has_constant_branches(terms, each)) continue;
        const TermId first =
            each == a ? compare(terms, op, chosen.b, b) : compare(terms, op, a, chosen.b);
        const TermId second =
            each == a ? compare(terms, op, chosen.c, b) : compare(terms, op, a, chosen.c);
        return terms.if_then_else(chosen.a, first, second);
    }
    // Some bit of an address, of which nothing is known either, stands for the answer.
    const TermId address = is_address(terms, a) ? a : b;
    const unsigned width = terms[address].width;
    const TermId made =
        terms.binary(TermOp::logical_shift_right, address, terms.constant(1, width));
    return terms.equal(made, terms.constant(0, width));
}

bool is_unspecified(const TermPool& terms, TermId id) {
    const Term& term = terms[id];
    const auto is_made_of = [&](TermId each) { return each.valid() && is_address(terms, each); };
    if (term.op == TermOp::constant || term.op == TermOp::if_then_else) return false;
    if (term.op == TermOp::add) return is_made_of(term.a) && is_made_of(term.b);
    if (term.op == TermOp::subtract && !(terms.is_constant(term.a) && terms.is_constant(term.b)))
        return false;
    return is_made_of(term.a) || is_made_of(term.b);
}

}  // namespace clmm::litmus
