#include "overlap.h"

#include <bit>
#include <numeric>

namespace clmm::runtime::launches {
namespace {

constexpr std::size_t kMostDistances = 4;  ///< that are named one by one

/// `known`, and so many times each part.
struct Linear {
    std::uint64_t known = 0;
    std::vector<std::pair<TermId, std::uint64_t>> parts;
};

Linear linear(Formulas& formulas, TermId offset) {
    TermPool& terms = formulas.terms();
    Linear out;
    for (const auto& [term, plus] : formulas.summands(offset)) {
        const Term node = terms[term];
        const bool scaled = node.op == TermOp::multiply && terms.is_constant(node.b);
        const std::uint64_t times = node.op == TermOp::constant ? node.payload
                                    : scaled                    ? terms[node.b].payload
                                                                : 1;
        const std::uint64_t signed_times = plus ? times : 0 - times;
        if (node.op == TermOp::constant)
            out.known += signed_times;
        else
            out.parts.emplace_back(scaled ? node.a : term, signed_times);
    }
    return out;
}

/// A factor of it.
std::uint64_t factor_of(const Formulas& formulas, TermId term, std::uint64_t times) {
    std::uint64_t twos = 16;
    while (twos > 1 && !formulas.is_multiple(term, twos)) twos /= 2;
    return (static_cast<std::int64_t>(times) < 0 ? 0 - times : times) * twos;
}

/// Modulo 2⁶⁴, of an odd number.
std::uint64_t inverse(std::uint64_t odd) {
    std::uint64_t out = odd;  // right in three bits, of which each step makes twice as many
    for (unsigned bits = 3; bits < 64; bits *= 2) out *= 2 - odd * out;
    return out;
}

/// Without what is known, and without an odd factor of all parts.
TermId reduced(Formulas& formulas, const Linear& of, std::uint64_t factor) {
    TermId out = formulas.number(0, 64);
    for (const auto& [term, times] : of.parts)
        out = formulas.add(
            out, formulas.product(term, formulas.number(times * inverse(factor), 64)));
    return out;
}

}  // namespace

TermId overlap(Formulas& formulas, const Bytes& one, const Bytes& other) {
    TermPool& terms = formulas.terms();
    const Linear a = linear(formulas, one.offset);
    const Linear b = linear(formulas, other.offset);
    std::uint64_t common = 0;
    for (const Linear* each : {&a, &b})
        for (const auto& [term, times] : each->parts) 
            common = std::gcd(common, factor_of(formulas, term, times));
    const unsigned twos = common == 0 ? 0 : static_cast<unsigned>(std::countr_zero(common));
    const std::uint64_t odd = common == 0 ? 1 : common >> twos;
    std::vector<std::uint64_t> distances;
    for (auto bytes = 1 - std::int64_t{one.size}; bytes < std::int64_t{other.size}; ++bytes) {
        const std::uint64_t parts = static_cast<std::uint64_t>(bytes) - a.known + b.known;
        if ((parts & ((std::uint64_t{1} << twos) - 1)) == 0) distances.push_back(parts);
        if (distances.size() > kMostDistances) break;
    }
    if (distances.size() > kMostDistances) {
        const auto follows = [&](const Bytes& first, const Bytes& second) {
            return formulas.less(formulas.subtract(second.offset, first.offset),
                                 formulas.number(first.size, 64), false);
        };
        return terms.lor(follows(other, one), follows(one, other));
    }
    const TermId first = reduced(formulas, a, odd);
    const TermId second = reduced(formulas, b, odd);
    TermId out = terms.boolean(false);
    for (const std::uint64_t parts : distances)
        out = terms.lor(out, terms.equal(first, formulas.add(second, formulas.number(parts * inverse(odd), 64))));
    return out;
}

}  // namespace clmm::runtime::launches
