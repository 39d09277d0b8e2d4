#include "outcomes/bit_pattern.h"

#include <algorithm>
#include <bit>

#include "clmm/base/ensure.h"
#include "clmm/base/odd_inverse.h"
#include "value_domains.h"

namespace clmm::explorer {

using litmus::Term;
using litmus::TermOp;

namespace {

constexpr unsigned kMostSteps = 64;

bool is_leaf(const Term& term) {
    return term.op == TermOp::choice || term.op == TermOp::read_value;
}

/// The fixed bits are the lowest ones: what is added or multiplied leaves it at that.
bool is_residue(const BitPattern& pattern) { return (pattern.fixed & (pattern.fixed + 1)) == 0; }

BitPattern residue(unsigned width, unsigned fixed_bits, std::uint64_t value) {
    BitPattern pattern{width};
    pattern.fixed = fixed_bits == 0 ? 0 : ~std::uint64_t{0} >> (64 - std::min(fixed_bits, width));
    pattern.bits = value & pattern.fixed;
    return pattern;
}

struct Factor {
    unsigned twos;
    std::uint64_t odd;
};
Factor factor(std::uint64_t constant) {
    const auto twos = static_cast<unsigned>(std::countr_zero(constant));
    return {twos, constant >> twos};
}

std::uint64_t low(unsigned bits) { return bits == 0 ? 0 : ~std::uint64_t{0} >> (64 - bits); }

/// Of the operand's pattern, what the operator makes of it.
std::optional<BitPattern> moved(TermOp op, BitPattern of, unsigned width, std::uint64_t constant,
                                bool constant_is_first) {
    const auto count = static_cast<unsigned>(constant);
    switch (op) {
        case TermOp::bit_not:
            return BitPattern{width, of.fixed, ~of.bits & of.fixed};
        case TermOp::bit_xor:
            return BitPattern{width, of.fixed, of.bits ^ (constant & of.fixed)};
        case TermOp::bit_and:
            return BitPattern{width, of.fixed | (~constant & of.mask()), of.bits & constant};
        case TermOp::bit_or:
            return BitPattern{width, of.fixed | constant, of.bits | constant};
        case TermOp::zero_extend:
            return BitPattern{width, of.fixed | (low(width) & ~of.mask()), of.bits};
        case TermOp::truncate:
            return BitPattern{width, of.fixed & low(width), of.bits & low(width)};
        case TermOp::shift_left:
            if (constant_is_first || constant >= width) return std::nullopt;
            return BitPattern{width, ((of.fixed << count) | low(count)) & low(width),
                              (of.bits << count) & low(width)};
        case TermOp::logical_shift_right:
            if (constant_is_first || constant >= width) return std::nullopt;
            return BitPattern{width, (of.fixed >> count) | (low(width) & ~low(width - count)),
                              of.bits >> count};
        default:
            break;
    }
    if (!is_residue(of)) return std::nullopt;
    const auto known = static_cast<unsigned>(std::popcount(of.fixed));
    switch (op) {
        case TermOp::negate:
            return residue(width, known, 0 - of.bits);
        case TermOp::add:
            return residue(width, known, of.bits + constant);
        case TermOp::subtract:
            return residue(width, known,
                           constant_is_first ? constant - of.bits : of.bits - constant);
        case TermOp::multiply:
            if (constant == 0) return std::nullopt;
            return residue(width, known + factor(constant).twos, of.bits * constant);
        default:
            return std::nullopt;
    }
}

/// A value of the operand, whose pattern is given, with which the result has that value.
std::uint64_t taken_back(TermOp op, const BitPattern& of, std::uint64_t value,
                         std::uint64_t constant, bool constant_is_first) {
    const auto count = static_cast<unsigned>(constant);
    switch (op) {
        case TermOp::bit_not:
            return ~value & of.mask();
        case TermOp::negate:
            return (0 - value) & of.mask();
        case TermOp::bit_xor:
            return value ^ constant;
        case TermOp::bit_and:
            return (value & constant) | (of.bits & ~constant);
        case TermOp::bit_or:
            return (value & ~constant) | (of.bits & constant);
        case TermOp::zero_extend:
            return value;
        case TermOp::truncate:
            return value | of.bits;
        case TermOp::shift_left:
            return (value >> count) | (of.bits & ~low(of.width - count));
        case TermOp::logical_shift_right:
            return (value << count) | (of.bits & low(count));
        case TermOp::add:
            return (value - constant) & of.mask();
        case TermOp::subtract:
            return (constant_is_first ? constant - value : value + constant) & of.mask();
        case TermOp::multiply: {
            const auto [twos, odd] = factor(constant);
            const std::uint64_t lower =
                ((value >> twos) * inverse_of_odd(odd)) & low(of.width - twos);
            return lower | (of.bits & ~low(of.width - twos));
        }
        default:
            ensure(false, "the operator has a pattern");
            return 0;
    }
}

}  // namespace

unsigned BitPattern::free() const { return width - static_cast<unsigned>(std::popcount(fixed)); }

std::uint64_t BitPattern::with(std::uint64_t free_bits) const {
    std::uint64_t value = bits;
    for (unsigned bit = 0; bit < width; ++bit) {
        if ((fixed >> bit & 1) != 0) continue;
        value |= (free_bits & 1) << bit;
        free_bits >>= 1;
    }
    return value;
}

std::optional<BitPattern> BitPatterns::of(TermId id) const { return of(id, 0); }

std::vector<TermId> BitPatterns::leaves(TermId id) const {
    std::vector<TermId> all = unknown_parts(terms_, id, [](TermId) { return false; });
    std::erase_if(all,
                  [&](TermId part) { return terms_.is_constant(part) || terms_[part].a.valid(); });
    return all;
}

BitPatterns::Step BitPatterns::step(const Term& term) const {
    if (!term.b.valid()) return {term.op, term.a};
    if (terms_.is_constant(term.b)) return {term.op, term.a, terms_[term.b].payload};
    if (terms_.is_constant(term.a)) return {term.op, term.b, terms_[term.a].payload, true};
    return {term.op, TermId()};
}

std::optional<BitPattern> BitPatterns::of(TermId id, unsigned depth) const {
    const Term& term = terms_[id];
    if (term.width == 1 || depth > kMostSteps) return std::nullopt;
    if (is_leaf(term)) return BitPattern{term.width};
    if (!term.a.valid() || term.c.valid()) return std::nullopt;
    const Step last = step(term);
    if (!last.operand.valid()) return of_combination(term, depth);
    const std::optional<BitPattern> operand = of(last.operand, depth + 1);
    if (!operand) return std::nullopt;
    return moved(last.op, *operand, term.width, last.constant, last.is_first);
}

bool BitPatterns::is_combination(const Term& term) const {
    if (term.op != TermOp::add && term.op != TermOp::subtract && term.op != TermOp::bit_xor)
        return false;
    const std::vector<TermId> first = leaves(term.a), second = leaves(term.b);
    std::vector<TermId> common;
    std::ranges::set_intersection(first, second, std::back_inserter(common));
    return common.empty();
}

TermId BitPatterns::free_operand(const Term& term, unsigned depth) const {
    if (!is_combination(term)) return {};
    for (const TermId operand : {term.a, term.b}) {
        const std::optional<BitPattern> pattern = of(operand, depth + 1);
        if (pattern && pattern->is_every()) return operand;
    }
    return {};
}

std::optional<BitPattern> BitPatterns::of_combination(const Term& term, unsigned depth) const {
    if (!free_operand(term, depth).valid()) return std::nullopt;
    return BitPattern{term.width};
}

void BitPatterns::choose(TermId id, std::uint64_t value, Chosen& chosen) const {
    const Term& term = terms_[id];
    if (is_leaf(term)) {
        chosen[id] = value;
        return;
    }
    Step last = step(term);
    if (!last.operand.valid()) {
        // The other operand is what it is where all its leaves are 0.
        const litmus::TermId free = free_operand(term, 0);
        struct Zeros final : litmus::Valuation {
            [[nodiscard]] std::uint64_t read_value(litmus::EventId) const override { return 0; }
            [[nodiscard]] std::uint64_t final_value(LocationId) const override { return 0; }
            [[nodiscard]] std::uint64_t choice(std::uint64_t) const override { return 0; }
        };
        last.is_first = free == term.b;
        last.operand = free;
        last.constant = litmus::evaluate(terms_, last.is_first ? term.a : term.b, Zeros{});
    }
    choose(last.operand,
           taken_back(last.op, *of(last.operand), value, last.constant, last.is_first), chosen);
}

}  // namespace clmm::explorer
