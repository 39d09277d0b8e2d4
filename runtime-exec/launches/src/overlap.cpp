#include "overlap.h"

#include <numeric>
#include <optional>

namespace clmm::runtime::launches {
namespace {

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

/// Numbers of bytes that `one` may begin behind `other` by when they meet, without what is known of
/// them, where these are few: so many times `twos`.
std::optional<std::vector<std::uint64_t>> distances(const TermPool& terms, const Bytes& one,
                                                    const Bytes& other, std::uint64_t known,
                                                    std::uint64_t twos) {
    constexpr std::size_t kMost = 4;
    constexpr std::uint64_t kLargest = 4096;
    for (const Bytes* each : {&one, &other})
        if (!terms.is_constant(each->size) || terms[each->size].payload > kLargest)
            return std::nullopt;
    std::vector<std::uint64_t> out;
    const std::uint64_t before = terms[one.size].payload;
    const std::uint64_t after = terms[other.size].payload;
    for (std::uint64_t at = 1; at < before + after && out.size() <= kMost; ++at)
        if ((at - before - known) % twos == 0) out.push_back(at - before - known);
    return out.size() > kMost ? std::nullopt : std::optional(out);
}

/// The second begins within the first.
TermId begins_within(Formulas& formulas, const Bytes& first, const Bytes& second) {
    return formulas.less(formulas.subtract(second.offset, first.offset), first.size, false);
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
    if (common == 0) common = std::uint64_t{1} << 63U;  // of no parts
    const std::uint64_t twos = common & (0 - common);
    const auto apart = distances(terms, one, other, a.known - b.known, twos);
    if (!apart)
        return terms.lor(begins_within(formulas, one, other), begins_within(formulas, other, one));
    const std::uint64_t odd = common / twos;
    const TermId first = reduced(formulas, a, odd);
    const TermId second = reduced(formulas, b, odd);
    TermId out = terms.boolean(false);
    for (const std::uint64_t distance : *apart)
        out = terms.lor(
            out, terms.equal(first, formulas.add(second, formulas.number(distance * inverse(odd),
                                                                         64))));
    return out;
}

}  // namespace clmm::runtime::launches
