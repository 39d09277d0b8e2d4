#include "formulas.h"

#include <bit>

#include "clmm/base/ensure.h"

namespace clmm::runtime::launches {
namespace {

constexpr unsigned kWide = 64;
constexpr unsigned kDeepest = 4;  ///< sums in factors of products of sums

}  // namespace

TermId Formulas::subtract(TermId a, TermId b) {
    if (a == b) return number(0, width(a));
    if (terms_.is_constant(b)) return add(a, number(0 - terms_[b].payload, width(b)));
    return terms_.binary(TermOp::subtract, a, b);
}

TermId Formulas::is_power_of_two(TermId a) {
    const TermId zero = number(0, width(a));
    const TermId one = number(1, width(a));
    const TermId low = terms_.binary(TermOp::bit_and, a, subtract(a, one));
    return terms_.land(differ(a, zero), terms_.equal(low, zero));
}

void Formulas::know(TermId fact, std::uint64_t from) {
    if (terms_.is_true(fact)) return;
    std::vector<std::uint64_t> about;
    for (const std::uint64_t choice : symbols_.choices(fact))
        if (choice >= from) about.push_back(choice);
    knowledge_.facts.push_back({fact, std::move(about)});
}

void Formulas::forget_since(const Mark& mark) {
    knowledge_.forget_since(mark.knowledge);
    divisions_.resize(mark.divisions);
}

TermId Formulas::function(unsigned width, std::vector<TermId> operands, std::string family) {
    if (!family.empty())
        for (const Knowledge::Function& known : knowledge_.functions)
            if (known.family == family && known.operands == operands &&
                this->width(known.result) == width)
                return known.result;
    const TermId result = symbols_.fresh(width, Extent::item);
    knowledge_.functions.push_back({result, std::move(operands), std::move(family)});
    return result;
}

/// What is known of a factor stands outside.
TermId Formulas::wide_product(TermId a, TermId b, unsigned depth) {
    if (terms_.is_constant(a) || terms_.is_constant(b))
        return terms_.binary(TermOp::multiply, a, b);
    for (const auto& [one, other] : {std::pair{a, b}, std::pair{b, a}}) {
        const Term factor = terms_[one];
        if (depth == 0) break;
        if (factor.op == TermOp::add && terms_.is_constant(factor.b))
            return add(wide_product(factor.a, other, depth - 1),
                       terms_.binary(TermOp::multiply, other, factor.b));
        if (factor.op != TermOp::multiply) continue;
        for (const auto& [known, rest] :
             {std::pair{factor.a, factor.b}, std::pair{factor.b, factor.a}})
            if (terms_.is_constant(known))
                return terms_.binary(TermOp::multiply, wide_product(rest, other, depth - 1), known);
    }
    return terms_.binary(TermOp::multiply, a, b);
}

/// The low bits of a product are those of the product of the numbers, extended either way.
TermId Formulas::product(TermId a, TermId b) {
    const unsigned bits = width(a);
    if (terms_.is_constant(a) || terms_.is_constant(b))
        return terms_.binary(TermOp::multiply, a, b);
    const auto wide = [&](TermId term) {
        const Term& node = terms_[term];
        // What was cut off a wide value does not change the low bits.
        if (node.op == TermOp::truncate && width(node.a) == kWide) return node.a;
        return terms_.extend(term, kWide, true);
    };
    return terms_.extend(wide_product(wide(a), wide(b), kDeepest), bits, true);
}

std::pair<TermId, TermId> Formulas::unsigned_parts(TermId a, TermId b) {
    for (const auto& [operands, parts] : divisions_)
        if (operands == std::pair{a, b}) return parts;
    const TermId q = function(kWide, {a, b});
    const TermId r = function(kWide, {a, b});
    const TermId zero = number(0, kWide);
    const TermId whole = add(wide_product(q, b, 0), r);
    TermId says = terms_.land(terms_.equal(a, whole), less(r, b, false));
    says = terms_.land(says, less_equal(q, a, false));
    if (terms_.is_constant(b) && terms_[b].payload != 0)
        says = terms_.land(
            says, less_equal(q, number(~std::uint64_t{0} / terms_[b].payload, kWide), false));
    know(implies(differ(b, zero), says), terms_[q].payload);
    divisions_.push_back({{a, b}, {q, r}});
    return {q, r};
}

std::pair<TermId, TermId> Formulas::divided(TermId a, TermId b, bool is_signed) {
    const unsigned bits = width(a);
    const auto known = terms_.is_constant(b) ? terms_[b].payload : 0;
    if (!is_signed && known != 0 && std::has_single_bit(known))
        return {terms_.binary(TermOp::logical_shift_right, a,
                              number(static_cast<unsigned>(std::countr_zero(known)), bits)),
                terms_.binary(TermOp::bit_and, a, number(known - 1, bits))};
    if (terms_.is_constant(a) && known != 0)
        return {
            terms_.binary(is_signed ? TermOp::signed_divide : TermOp::unsigned_divide, a, b),
            terms_.binary(is_signed ? TermOp::signed_remainder : TermOp::unsigned_remainder, a, b)};
    const auto narrow = [&](TermId term) { return terms_.extend(term, bits, false); };
    if (!is_signed) {
        const auto [q, r] =
            unsigned_parts(terms_.extend(a, kWide, false), terms_.extend(b, kWide, false));
        return {narrow(q), narrow(r)};
    }
    // As of the absolute values, with the signs put back.
    const TermId zero = number(0, bits);
    const auto absolute = [&](TermId term) {
        return terms_.if_then_else(less(term, zero, true), subtract(zero, term), term);
    };
    const auto [q, r] = [&]() -> std::pair<TermId, TermId> {
        if (known != 0 && less(b, zero, true) == terms_.boolean(false) &&
            std::has_single_bit(known)) {
            const auto parts = divided(absolute(a), b, false);
            return parts;
        }
        const auto parts = unsigned_parts(terms_.extend(absolute(a), kWide, false),
                                          terms_.extend(absolute(b), kWide, false));
        return {narrow(parts.first), narrow(parts.second)};
    }();
    const TermId negative_a = less(a, zero, true);
    const TermId opposite = differ(negative_a, less(b, zero, true));
    return {terms_.if_then_else(opposite, subtract(zero, q), q),
            terms_.if_then_else(negative_a, subtract(zero, r), r)};
}

std::vector<std::pair<TermId, bool>> Formulas::summands(TermId sum) const {
    std::vector<std::pair<TermId, bool>> out;
    std::vector<std::pair<TermId, bool>> pending{{sum, true}};
    while (!pending.empty()) {
        const auto [term, plus] = pending.back();
        pending.pop_back();
        const Term& node = terms_[term];
        if (node.op == TermOp::add || node.op == TermOp::subtract) {
            pending.emplace_back(node.b, (node.op == TermOp::add) == plus);
            pending.emplace_back(node.a, plus);
        } else {
            out.emplace_back(term, plus);
        }
    }
    return out;
}

TermId Formulas::sum(const std::vector<std::pair<TermId, bool>>& summands, unsigned width) {
    TermId out = number(0, width);
    for (const auto& [term, plus] : summands) out = plus ? add(out, term) : subtract(out, term);
    return out;
}

TermId Formulas::low_bits(TermId term, unsigned width) {
    const Term node = terms_[term];
    if (node.width == width) return term;
    ensure(node.width > width, "fewer bits");
    if (node.op == TermOp::add || node.op == TermOp::subtract)
        return terms_.binary(node.op, low_bits(node.a, width), low_bits(node.b, width));
    if ((node.op == TermOp::sign_extend || node.op == TermOp::zero_extend) &&
        terms_[node.a].width == width)
        return node.a;
    return terms_.extend(term, width, false);
}

bool Formulas::is_multiple(TermId term, std::uint64_t of) const {
    const Term& node = terms_[term];
    if (node.op == TermOp::constant) return node.payload % of == 0;
    if (node.op == TermOp::add || node.op == TermOp::subtract)
        return is_multiple(node.a, of) && is_multiple(node.b, of);
    if (node.op == TermOp::multiply) return is_multiple(node.a, of) || is_multiple(node.b, of);
    if (node.op == TermOp::if_then_else) return is_multiple(node.b, of) && is_multiple(node.c, of);
    if (node.op == TermOp::shift_left && terms_.is_constant(node.b))
        return terms_[node.b].payload < 32 &&
               (std::uint64_t{1} << terms_[node.b].payload) % of == 0;
    return false;
}

}  // namespace clmm::runtime::launches
